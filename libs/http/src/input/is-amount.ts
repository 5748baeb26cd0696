import { type Money, isCurrency } from '@corridor/kernel';
import { NOT_POSITIVE, readAmount } from './amount-of.js';
import { type Issue, check, field, fine, issue } from './field.js';
import { ReadAs } from './read-as.js';

const schema = { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1e12 } as const;

const amount = check(schema, (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return issue('not_a_number', 'Must be a JSON number.');
  }
  return value > 0 ? fine : [NOT_POSITIVE];
});

/** A JSON number above zero, which stays a number after the check: `amountOf` parses it in its currency. */
export const IsAmount = (): PropertyDecorator => field(amount);

/**
 * A JSON number above zero, in a currency that the same object names. The validated input has it as `Money`: it is
 * parsed once, and nothing is rounded.
 * @param currencyOf of the object as sent; an unknown currency is an issue of its own field
 */
export const IsMoney = (currencyOf: (sent: Record<string, unknown>) => unknown): PropertyDecorator => {
  const read = ReadAs((value, sent) => {
    const ccyCode = currencyOf(sent);
    const isReadable = typeof ccyCode === 'string' && isCurrency(ccyCode) && amount(value).length === 0;
    return isReadable ? held(readAmount(ccyCode, value as number)) : value;
  });
  const checked = field(money);
  return (target, property) => [read, checked].forEach((decorate) => decorate(target, property));
};

/** Replaces a number that is not an amount of its currency, until it is reported. */
class Misread {
  constructor(readonly issue: Issue) {}
}

const held = (read: Money | Issue): Money | Misread => ('minor' in read ? read : new Misread(read));

const money = check(schema, (value) => {
  if (value instanceof Misread) return [value.issue];
  return isMoney(value) ? fine : amount(value);
});

/** JSON has no bigint. */
const isMoney = (value: unknown): boolean => typeof (value as Partial<Money>).minor === 'bigint';
