/** JSON Schema, as far as the schemas of events have it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly payload: Schema;
  readonly examples: readonly { readonly payload: object }[];
}

/** `/asyncapi.json`, which the program makes from the same definitions as its messages. */
interface Document {
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

export interface EventType {
  readonly name: string;
  readonly summary: string;
  readonly example: object | null;
  readonly fields: readonly EventField[];
}

export interface EventField {
  readonly name: string;
  /** `string`, `list of object`, `string or null`, or the values. */
  readonly type: string;
  readonly description: string | null;
  readonly isOptional: boolean;
  readonly fields: readonly EventField[];
}

export const eventTypesIn = ({ components: { messages, schemas } }: Document): readonly EventType[] =>
  Object.values(messages).map(({ name, summary, payload, examples }) => ({
    name,
    summary,
    example: examples[0]?.payload ?? null,
    fields: fieldsOf(payload, schemas),
  }));

type Schemas = Readonly<Record<string, Schema>>;

function fieldsOf(schema: Schema, schemas: Schemas): readonly EventField[] {
  const { properties = {}, required = [] } = inner(schema, schemas);
  return Object.entries(properties).map(([name, one]) => {
    const { description } = resolved(one, schemas);
    return {
      name,
      type: typeOf(one, schemas),
      description: one.description ?? description ?? null,
      isOptional: !required.includes(name),
      fields: fieldsOf(one, schemas),
    };
  });
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name !== undefined && schemas[name]) || schema;
}

/** What has the fields: of a list that of its items, of a choice the one that is not null. */
function inner(schema: Schema, schemas: Schemas): Schema {
  const one = resolved(schema, schemas);
  const [something] = one.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const next = one.items ?? something;
  return next ? inner(next, schemas) : one;
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const one = resolved(schema, schemas);
  if (one.const !== undefined) return JSON.stringify(one.const);
  if (one.anyOf) return one.anyOf.map((each) => typeOf(each, schemas)).join(' or ');
  if (one.enum)
    return one.enum.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
  if (one.items) return `list of ${typeOf(one.items, schemas)}`;
  return [one.type ?? (one.properties ? 'object' : 'any')].flat().join(' or ');
}
