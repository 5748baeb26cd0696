import { Transform } from 'class-transformer';
import { fault, field, fine } from './field.js';

/** An integer of a query string: decimal digits and nothing else (`1e2`, `+5`, ` 5`, `5.0` are none). */
export const IsWholeNumber = ({ min, max }: { min: number; max: number }): PropertyDecorator => {
  const read = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
  const check = field('isWholeNumber', (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? fine
      : fault('out_of_range', `Must be an integer from ${min} to ${max}.`),
  );
  return (target, property) => [read, check].forEach((decorate) => decorate(target, property));
};
