/** The parts of an OpenAPI document that the command line reads. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-required-permission'?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly schema: Schema;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

type Reference = Pick<Schema, '$ref'>;
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

const nameIn = (reference: string) => reference.split('/').at(-1) ?? '';

export const parameterOf = (document: Document, one: Parameter | Reference): Parameter =>
  '$ref' in one && one.$ref
    ? (document.components.parameters[nameIn(one.$ref)] as Parameter)
    : (one as Parameter);

/** With its reference followed, and as the one alternative that is not null. */
export function schemaOf(document: Document, schema: Schema | undefined): Schema {
  if (!schema) return {};
  const { $ref, anyOf, allOf, ...own } = schema;
  if ($ref) return { ...schemaOf(document, document.components.schemas[nameIn($ref)]), ...own };
  if (allOf?.length === 1) return { ...schemaOf(document, allOf[0]), ...own };
  const alternatives = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return alternatives.length === 1 ? { ...schemaOf(document, alternatives[0]), ...own } : schema;
}

export const typesOf = ({ type }: Schema): readonly string[] =>
  [type ?? []].flat().filter((one) => one !== 'null');
