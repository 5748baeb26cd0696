import { type Document, operationsOf } from '@corridor/http';
import { type Content, DocumentSchemas, type Json } from '@corridor/testing/openapi';

/** What stands under `examples` of a response or of a request body, with the schema that it is an example of. */
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

/** Where an example is not what its schema says, a line for each issue. */
export function issuesOf(document: Document): string[] {
  const schemas = new DocumentSchemas(document);
  return examplesOf(document, schemas).flatMap(({ operationId, schema, value }) =>
    schemas.issues(schema, value).map((issue) => `${operationId}: ${issue}`),
  );
}

export const countOf = (document: Document): number =>
  examplesOf(document, new DocumentSchemas(document)).length;
