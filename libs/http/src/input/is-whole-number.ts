import { type Check, check, issue, field, fine } from './field.js';
import { ReadAs } from './read-as.js';

interface Range {
  readonly min: number;
  readonly max: number;
}

/** An integer of a query string: only decimal digits (`1e2`, `+5`, ` 5` and `5.0` are rejected). */
export const IsWholeNumber = (range: Range): PropertyDecorator => {
  const read = ReadAs((value) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
  const checked = field(wholeNumber(range));
  return (target, property) => [read, checked].forEach((decorate) => decorate(target, property));
};

/** An integer of a body: a JSON number. */
export const IsInteger = (range: Range): PropertyDecorator => field(wholeNumber(range));

const wholeNumber = ({ min, max }: Range): Check =>
  check({ type: 'integer', minimum: min, maximum: max }, (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? fine
      : issue('out_of_range', `Must be an integer from ${min} to ${max}.`),
  );
