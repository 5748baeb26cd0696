import { type Money, isCurrency, zero } from '@corridor/kernel';
import { NOT_POSITIVE, readAmount } from './amount-of.js';
import { type Issue, check, field, fine, issue } from './field.js';
import { ReadAs } from './read-as.js';

const schema = { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1e12 } as const;

/** For a limit, which can be zero. */
const limitSchema = { type: 'number', minimum: 0, exclusiveMaximum: 1e12 } as const;

const amount = check(schema, (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return issue('not_a_number', 'Must be a JSON number.');
  }
  return value > 0 ? fine : [NOT_POSITIVE];
});

const limit = check(limitSchema, (value) => (value === 0 ? fine : amount(value)));

/** A JSON number above zero, which stays a number after the check: `amountOf` parses it in its currency. */
export const IsAmount = (): PropertyDecorator => field(amount);

/**
 * A JSON number above zero, in a currency that the same object names. The validated input has it as `Money`: it is
 * parsed once, and nothing is rounded.
 * @param currencyOf of the object as sent; an unknown currency is an issue of its own field
 */
export const IsMoney = (
  currencyOf: (sent: Record<string, unknown>) => unknown,
  /** For a limit. */
  { isZeroAllowed = false } = {},
): PropertyDecorator => {
  const number = isZeroAllowed ? limit : amount;
  const read = ReadAs((value, sent) => {
    const ccyCode = currencyOf(sent);
    const isReadable = typeof ccyCode === 'string' && isCurrency(ccyCode) && number(value).length === 0;
    if (!isReadable) return value;
    return value === 0 ? zero(ccyCode) : held(readAmount(ccyCode, value as number));
  });
  const checked = field(isZeroAllowed ? moneyLimit : money);
  return (target, property) => [read, checked].forEach((decorate) => decorate(target, property));
};

/** Replaces a number that is not an amount of its currency, until it is reported. */
class Misread {
  constructor(readonly issue: Issue) {}
}

const held = (read: Money | Issue): Money | Misread => ('minor' in read ? read : new Misread(read));

const moneyOr = (number: typeof amount) => (value: unknown) => {
  if (value instanceof Misread) return [value.issue];
  return isMoney(value) ? fine : number(value);
};
const money = check(schema, moneyOr(amount));
const moneyLimit = check(limitSchema, moneyOr(limit));

/** JSON has no bigint. */
const isMoney = (value: unknown): boolean => typeof (value as Partial<Money>).minor === 'bigint';
