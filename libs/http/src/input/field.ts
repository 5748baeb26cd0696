import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ruleOf } from './input-class.js';

/** The issues of one value. `at` is a pointer below it: `/2` is the third item of a list. */
export interface Issue {
  readonly code: string;
  readonly detail: string;
  readonly at?: string;
}

/** The JSON Schema of a field: the documentation part of a check. */
export interface FieldSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: FieldSchema;
}

export type Look = (value: unknown) => readonly Issue[];

/** Checks one present value and returns all its issues; `schema` documents the check. */
export interface Check extends Look {
  readonly schema: FieldSchema;
}

export const check = (schema: FieldSchema, look: Look): Check =>
  Object.assign((value: unknown) => look(value), { schema });

export const issue = (code: string, detail: string, at?: string): readonly Issue[] => [{ code, detail, at }];
export const fine: readonly Issue[] = [];

export const required = issue('required', 'This field is required.');

/**
 * Turns a check into a property decorator. A missing or null value is `required`, unless the property also has
 * `@IsOptionalField()`, or `@IsNullableField()` for null alone. The schema of the check documents the field.
 */
export function field(check: Check): PropertyDecorator {
  return (target, property) => {
    ApiProperty(check.schema as ApiPropertyOptions)(target, property);
    validated(check)(target, property);
  };
}

/** The validation part of {@link field}. */
export const validated =
  (look: Look): PropertyDecorator =>
  (target, property) => {
    ruleOf(target, property).looks.push(look);
  };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
