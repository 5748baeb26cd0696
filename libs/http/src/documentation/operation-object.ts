/** An operation of the document, from swagger's output to the published form. */
export interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: ParameterObject[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject | { readonly $ref: string }>;
  [extension: `x-${string}`]: unknown;
}

export type ParameterObject =
  | { readonly $ref: string }
  | { name: string; in: string; required?: boolean; description?: string; schema?: Json; example?: unknown };

export interface ResponseObject {
  description: string;
  headers?: Json;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: Json;
  examples?: Record<string, unknown>;
}

export type Json = Record<string, unknown>;

export interface Document {
  openapi: string;
  paths: Record<string, Record<string, OperationObject>>;
  components: Record<string, Record<string, unknown>>;
  [member: string]: unknown;
}

export interface DocumentedOperation {
  readonly method: string;
  /** With `{id}` for an id. */
  readonly path: string;
  readonly operation: OperationObject;
}

export const operationsOf = ({ paths }: Pick<Document, 'paths'>): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
