import {
  type AmountIssue,
  MAX_INTEGER_DIGITS,
  type Money,
  decimalPlaces,
  parseAmount,
  refuse,
} from '@corridor/kernel';
import type { Issue } from './field.js';

/**
 * The amount of a request whose body does not name the currency, exact and above zero. Nothing is rounded.
 * @param pointer the position of the number in the body, for the refusal: `#/deduction`
 * @throws Refusal `invalid_request`
 */
export function amountOf(ccyCode: string, value: number, pointer: string): Money {
  const amount = readAmount(ccyCode, value);
  if ('minor' in amount) return amount;
  const { code, detail } = amount;
  throw refuse('invalid_request', `${pointer}: ${detail}`, { errors: [{ pointer, code, detail }] });
}

/** A JSON number as an amount above zero, or its issues. */
export function readAmount(ccyCode: string, value: number): Money | Issue {
  const amount = parseAmount(ccyCode, value);
  if (typeof amount === 'string') return { code: amount, detail: meaning[amount](ccyCode) };
  return amount.minor > 0n ? amount : NOT_POSITIVE;
}

export const NOT_POSITIVE: Issue = { code: 'not_positive', detail: 'Must be greater than zero.' };

const meaning: Record<AmountIssue, (ccyCode: string) => string> = {
  not_a_number: () => 'Must be a JSON number.',
  too_many_decimals: (ccyCode) => `${ccyCode} has at most ${decimalPlaces(ccyCode)} decimals.`,
  too_large: () => `At most ${MAX_INTEGER_DIGITS} digits before the decimal point.`,
};
