import { DAY_PATTERN, type SearchType } from '@corridor/contracts';

/** The searchable fields of one collection: every scalar of its records, by dotted path. */
export class Catalogue {
  readonly fields: readonly Field[];
  private readonly byName: ReadonlyMap<string, Field>;

  /** @param item JSON Schema of a record as in lists; every searchable leaf has an `x-search-type` */
  constructor(item: object) {
    this.fields = fieldsOf(item as JsonSchema, { path: [], isNullable: false });
    this.byName = new Map(this.fields.map((field) => [field.name.toLowerCase(), field]));
    if (this.byName.size < this.fields.length) throw new Error('two fields differ in nothing but case');
  }

  /** Without regard to case (decisions §5). */
  find(name: string): Field | undefined {
    return this.byName.get(name.toLowerCase());
  }

  /** A field that is named in code. */
  get(name: string): Field {
    const field = this.find(name);
    if (!field) throw new Error(`there is no field ${name}`);
    return field;
  }
}

export interface Field {
  /** `auditHistory.created.on`, as records spell it. */
  readonly name: string;
  readonly type: SearchType;
  readonly path: readonly Step[];
  /** The values of an Enum. */
  readonly values: readonly string[];
  /** Of a Date: days, not moments. */
  readonly isDay: boolean;
  /** It, or a part that holds it, can be null. */
  readonly isNullable: boolean;
  /** It is in a list: a condition matches if any item does. */
  readonly isMany: boolean;
}

export interface Step {
  readonly name: string;
  /** The value is a list, and the path continues in each of its items. */
  readonly isList: boolean;
}

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly 'x-search-type'?: SearchType;
}

interface Above {
  readonly path: readonly Step[];
  readonly isNullable: boolean;
}

function fieldsOf(schema: JsonSchema, above: Above): Field[] {
  if (schema.anyOf) {
    const something = schema.anyOf.filter(({ type }) => type !== 'null');
    const isNullable = above.isNullable || something.length < schema.anyOf.length;
    return something.flatMap((one) => fieldsOf(one, { ...above, isNullable }));
  }
  if (schema.items) return fieldsOf(schema.items, { ...above, path: intoItems(above.path) });
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, one]) =>
      fieldsOf(one, { ...above, path: [...above.path, { name, isList: false }] }),
    );
  }
  const type = schema['x-search-type'];
  return type ? [leaf(schema, type, above)] : [];
}

const intoItems = (path: readonly Step[]): Step[] =>
  path.map((step, i) => (i === path.length - 1 ? { ...step, isList: true } : step));

const leaf = (schema: JsonSchema, type: SearchType, { path, isNullable }: Above): Field => ({
  name: path.map(({ name }) => name).join('.'),
  type,
  path,
  values: schema.enum ?? [],
  isDay: type === 'Date' && schema.pattern === DAY_PATTERN,
  isNullable,
  isMany: path.some(({ isList }) => isList),
});
