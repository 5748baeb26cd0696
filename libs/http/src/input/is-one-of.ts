import { type Check, check, issue, field, fine } from './field.js';

export function oneOf(values: readonly string[]): Check {
  const allowed = new Set<unknown>(values);
  return check({ type: 'string', enum: values }, (value) =>
    allowed.has(value) ? fine : issue('not_allowed', `Must be one of ${values.join(', ')}.`),
  );
}

export const IsOneOf = (values: readonly string[]): PropertyDecorator => field(oneOf(values));
