import { searchMeta } from '@corridor/contracts';
import type { ProblemCode } from '@corridor/kernel';
import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { type TSchema, Type } from 'typebox';
import { OF_OPERATOR, REFUSES } from './between.js';
import { setOperation } from './operation-id.js';

/**
 * The decorators with which a controller documents its operations. The rest of the documentation follows from its code.
 */

/** @param id permanent: the method name in generated clients, and part of the scope of idempotency keys */
export const Operation =
  (id: string, summary: string, description?: string): MethodDecorator =>
  (target, name, descriptor) => {
    setOperation(descriptor.value as object, id, summary);
    ApiOperation({ operationId: id, summary, ...(description && { description }) })(target, name, descriptor);
  };

/** The operation returns `{ data }`, and `meta` if it has a schema. */
export const Returns = (data: TSchema, meta?: TSchema): MethodDecorator => {
  const members = { data, ...(meta && { meta }) };
  const schema = plain(Type.Object(members, { additionalProperties: false }));
  return ApiResponse({ status: 200, description: 'Done.', schema });
};

/** The operation is a search: it returns a page of records and its metadata. */
export const ReturnsPage = (record: TSchema): MethodDecorator => Returns(Type.Array(record), searchMeta);

/** The refusals of this operation in addition to those of its kind: see `refusals.ts`. */
export const Refuses = (...codes: ProblemCode[]): MethodDecorator => ApiExtension(REFUSES, codes);

/** An addition to the published contract. */
export const Extension = (): ClassDecorator & MethodDecorator => ApiExtension('x-extension', true);

const NON_PRODUCTION = 'corridor:non-production';

/** The controller exists only outside of production. */
export const NonProduction = (): ClassDecorator =>
  applyDecorators(
    ApiExtension('x-non-production', true),
    SetMetadata(NON_PRODUCTION, true),
  ) as ClassDecorator;

export const isNonProduction = (controller: object): boolean =>
  Reflect.getMetadata(NON_PRODUCTION, controller) === true;

/** For the staff of Corridor, who have separate credentials. */
export const ForOperator = (): ClassDecorator =>
  applyDecorators(ApiExtension(OF_OPERATOR, true), Extension()) as ClassDecorator;

/** Without TypeBox's internal symbols. */
const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
