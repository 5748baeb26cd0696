import { registerDecorator, type ValidationArguments } from 'class-validator';

/** What is wrong with one value. `at` points below it: `/2` is the third item of a list. */
export interface Fault {
  readonly code: string;
  readonly detail: string;
  readonly at?: string;
}

/** Looks at one value that is there; returns all that is wrong with it. */
export type Check = (value: unknown) => readonly Fault[];

export const fault = (code: string, detail: string, at?: string): readonly Fault[] => [{ code, detail, at }];
export const fine: readonly Fault[] = [];

const required = fault('required', 'This field is required.');

/**
 * Turns a check into a property decorator. A value that is missing or null is `required`,
 * unless `@IsOptionalField()` stands beside it.
 */
export function field(name: string, check: Check): PropertyDecorator {
  const faultsOf = (value: unknown) => (value === undefined || value === null ? required : check(value));
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: propertyName as string,
      validator: {
        validate: (value) => faultsOf(value).length === 0,
        // class-validator carries text only: the input pipe reads the faults back from it
        defaultMessage: (args?: ValidationArguments) => JSON.stringify(faultsOf(args?.value)),
      },
    });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
