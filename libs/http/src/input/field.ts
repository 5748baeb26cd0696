import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { registerDecorator, type ValidationArguments } from 'class-validator';

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

type Look = (value: unknown) => readonly Issue[];

/** Checks one present value and returns all its issues; `schema` documents the check. */
export interface Check extends Look {
  readonly schema: FieldSchema;
}

export const check = (schema: FieldSchema, look: Look): Check =>
  Object.assign((value: unknown) => look(value), { schema });

export const issue = (code: string, detail: string, at?: string): readonly Issue[] => [{ code, detail, at }];
export const fine: readonly Issue[] = [];

const required = issue('required', 'This field is required.');

/**
 * Turns a check into a property decorator. A missing or null value is `required`, unless the property also has
 * `@IsOptionalField()`. The schema of the check documents the field.
 */
export function field(name: string, check: Check): PropertyDecorator {
  return (target, propertyName) => {
    ApiProperty(check.schema as ApiPropertyOptions)(target, propertyName);
    validated(name, check)(target, propertyName);
  };
}

/** The validation part of {@link field}. */
export function validated(name: string, look: Look): PropertyDecorator {
  const issuesOf = (value: unknown) => (value === undefined || value === null ? required : look(value));
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: propertyName as string,
      validator: {
        validate: (value) => issuesOf(value).length === 0,
        // class-validator supports only text: the input pipe decodes the issues from it
        defaultMessage: (args?: ValidationArguments) => JSON.stringify(issuesOf(args?.value)),
      },
    });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
