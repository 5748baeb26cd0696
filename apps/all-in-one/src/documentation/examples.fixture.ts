import { type Document, operationsOf } from '@corridor/http';
import { type Content, DocumentSchemas, type Json } from '@corridor/testing/openapi';

/** The `examples` of responses and request bodies, with their schemas. */
export const examplesIn = (holder: unknown): { readonly schema: Json; readonly example: Json }[] =>
  Object.values((holder as Content).content ?? {}).flatMap(({ schema, examples = {} }) =>
    Object.values(examples).map((example) => ({ schema, example: example as Json })),
  );

const examplesOf = (document: Document, schemas: DocumentSchemas) =>
  operationsOf(document).flatMap(({ operation: { operationId, requestBody, responses } }) =>
    [requestBody ?? {}, ...Object.values(responses)].flatMap((holder) =>
      examplesIn(schemas.resolved(holder)).map(({ schema, example }) => ({
        operationId,
        schema,
        value: schemas.resolved(example)['value'],
      })),
    ),
  );

/** The differences between examples and their schemas, one line each. */
export function issuesOf(document: Document): string[] {
  const schemas = new DocumentSchemas(document);
  return examplesOf(document, schemas).flatMap(({ operationId, schema, value }) =>
    schemas.issues(schema, value).map((issue) => `${operationId}: ${issue}`),
  );
}

export const countOf = (document: Document): number =>
  examplesOf(document, new DocumentSchemas(document)).length;
