import { searchMeta } from '@corridor/contracts';
import type { ProblemCode } from '@corridor/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import { type TSchema, Type } from 'typebox';
import { REFUSES } from './between.js';
import { setOperationId } from './operation-id.js';

/** What a controller says of its operations. The rest of their documentation is read from what it does. */

/** @param id for good: the name of the method in a generated client, and what idempotency keys are used for */
export const Operation =
  (id: string, summary: string, description?: string): MethodDecorator =>
  (target, name, descriptor) => {
    setOperationId(descriptor.value as object, id);
    ApiOperation({ operationId: id, summary, ...(description && { description }) })(target, name, descriptor);
  };

/** The operation answers `{ data }`, with `meta` beside it where that has a schema too. */
export const Returns = (data: TSchema, meta?: TSchema): MethodDecorator => {
  const members = { data, ...(meta && { meta }) };
  const schema = plain(Type.Object(members, { additionalProperties: false }));
  return ApiResponse({ status: 200, description: 'Done.', schema });
};

/** The operation is a search: a page of records and what it says of itself. */
export const ReturnsPage = (record: TSchema): MethodDecorator => Returns(Type.Array(record), searchMeta);

/** What this operation can refuse beyond what follows from its kind: see `refusals.ts`. */
export const Refuses = (...codes: ProblemCode[]): MethodDecorator => ApiExtension(REFUSES, codes);

/** Not in the published contract: an addition of Corridor's. */
export const Extension = (): ClassDecorator & MethodDecorator => ApiExtension('x-extension', true);

/** Exists outside of production alone. */
export const NonProduction = (): ClassDecorator & MethodDecorator => ApiExtension('x-non-production', true);

/** For the operator of Corridor, who has a credential of its own. */
export const ForOperator = (): ClassDecorator =>
  applyDecorators(ApiSecurity('operatorKey'), Extension()) as ClassDecorator;

/** Without what TypeBox keeps on the side. */
const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
