import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Json = Record<string, unknown>;

/** The parts of the OpenAPI document that are used to check responses. */
export interface PromisedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PromisedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface PromisedOperation {
  readonly operationId: string;
  /** Empty if it is open to everyone. */
  readonly security?: readonly object[];
  readonly parameters?: readonly PromisedParameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface PromisedParameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: { readonly type?: string };
}

export interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Json; readonly examples?: Json }>>;
}

/** The schemas of a document, compiled on first use. */
export class DocumentSchemas {
  private readonly ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  private readonly compiled = new Map<unknown, ValidateFunction>();

  constructor(private readonly document: Pick<PromisedDocument, 'components'>) {
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addVocabulary(['x-search-type', 'x-enum-varnames', 'x-go-type', 'components']);
    this.ajv.addSchema({ $id: 'corridor:', components: withOwnReferences(document.components) });
  }

  /** The issues of a value, one line each. */
  issues(schema: object, value: unknown): string[] {
    const check = this.compiled.get(schema) ?? this.ajv.compile(withOwnReferences(schema));
    this.compiled.set(schema, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message, params }) =>
      `#${instancePath} ${message} ${JSON.stringify(params)}`.slice(0, 300),
    );
  }

  /** What a `$ref` stands for; anything else as it is. */
  resolved<Value extends object>(value: Value): Value {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value;
    const [, , kind = '', name = ''] = $ref.split('/');
    return this.document.components[kind]?.[name] as Value;
  }
}

const withOwnReferences = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"corridor:#/components/')) as object;
