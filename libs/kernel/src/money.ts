import { decimalPlaces } from './currency.js';

/** An amount in minor units of its currency. Its public form (interface-spec 2.1) is {@link MoneyResource}. */
export interface Money {
  readonly ccyCode: string;
  readonly minor: bigint;
}

/** A JSON number with the exact decimal value. */
export interface MoneyResource {
  readonly ccyCode: string;
  readonly value: number;
}

/** Integer digits an amount may have (decisions §2); with 3 decimals that is 15, which a JSON number holds exactly. */
export const MAX_INTEGER_DIGITS = 12;

export const money = (ccyCode: string, minor: bigint): Money => ({ ccyCode, minor });
export const zero = (ccyCode: string): Money => money(ccyCode, 0n);
export const negate = ({ ccyCode, minor }: Money): Money => money(ccyCode, -minor);

/** Whether the API can represent the amount: at most {@link MAX_INTEGER_DIGITS} integer digits. */
export const fits = ({ ccyCode, minor }: Money): boolean =>
  (minor < 0n ? -minor : minor) < 10n ** BigInt(MAX_INTEGER_DIGITS + decimalPlaces(ccyCode));

/** @throws RangeError when the currencies differ: adding them is a bug, not a refusal. */
export function add(a: Money, b: Money): Money {
  if (a.ccyCode !== b.ccyCode) throw new RangeError(`cannot add ${a.ccyCode} and ${b.ccyCode}`);
  return money(a.ccyCode, a.minor + b.minor);
}

export const subtract = (a: Money, b: Money): Money => add(a, negate(b));

export type AmountIssue = 'not_a_number' | 'too_many_decimals' | 'too_large';

/**
 * Reads a JSON number as an exact amount, through its shortest decimal text and never by multiplying. Nothing is
 * rounded: an amount with too many digits is an issue.
 */
export function parseAmount(ccyCode: string, value: number): Money | AmountIssue {
  if (!Number.isFinite(value)) return 'not_a_number';
  const { negative, digits, exponent } = decimalParts(value);
  const places = decimalPlaces(ccyCode);
  if (exponent < -places) return 'too_many_decimals';
  if (digits.length + exponent > MAX_INTEGER_DIGITS) return 'too_large';
  const minor = BigInt(digits) * 10n ** BigInt(exponent + places);
  return money(ccyCode, negative ? -minor : minor);
}

/** `123.45` as digits `12345`, exponent -2. Trailing zeros of an integer remain digits. */
function decimalParts(value: number) {
  const [mantissa = '', e = '0'] = Math.abs(value).toString().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return {
    negative: value < 0,
    digits: BigInt(whole + fraction).toString(),
    exponent: Number(e) - fraction.length,
  };
}

/** The decimal text of an amount: `-12.30`, `1500`, `0.005`. */
export function decimalText({ ccyCode, minor }: Money): string {
  const places = decimalPlaces(ccyCode);
  const digits = (minor < 0n ? -minor : minor).toString().padStart(places + 1, '0');
  const sign = minor < 0n ? '-' : '';
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** With its currency, for people: `EUR 12.30`. */
export const moneyText = (amount: Money): string => `${amount.ccyCode} ${decimalText(amount)}`;

/** The public form. Exact for amounts of at most 15 significant digits. */
export const toResource = (amount: Money): MoneyResource => ({
  ccyCode: amount.ccyCode,
  value: Number(decimalText(amount)),
});

/** The amount in one of our records. @throws RangeError for an amount that no record can hold */
export function fromResource({ ccyCode, value }: MoneyResource): Money {
  const amount = parseAmount(ccyCode, value);
  if (typeof amount === 'string') throw new RangeError(`${value} ${ccyCode} is ${amount}`);
  return amount;
}
