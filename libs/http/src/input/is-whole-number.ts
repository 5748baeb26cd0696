import { Transform } from 'class-transformer';
import { check, fault, field, fine } from './field.js';

/** An integer of a query string: decimal digits and nothing else (`1e2`, `+5`, ` 5`, `5.0` are none). */
export const IsWholeNumber = ({ min, max }: { min: number; max: number }): PropertyDecorator => {
  const read = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
  const wholeNumber = check({ type: 'integer', minimum: min, maximum: max }, (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? fine
      : fault('out_of_range', `Must be an integer from ${min} to ${max}.`),
  );
  const checked = field('isWholeNumber', wholeNumber);
  return (target, property) => [read, checked].forEach((decorate) => decorate(target, property));
};
