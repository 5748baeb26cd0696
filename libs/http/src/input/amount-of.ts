import {
  type AmountFault,
  MAX_INTEGER_DIGITS,
  type Money,
  decimalPlaces,
  parseAmount,
  refuse,
} from '@corridor/kernel';

/**
 * The amount of a request, exact and above zero. Nothing is rounded.
 * @param pointer where the number stood in the body, for the refusal: `#/amount`
 * @throws Refusal `invalid_request`
 */
export function amountOf(ccyCode: string, value: number, pointer: string): Money {
  const amount = parseAmount(ccyCode, value);
  if (typeof amount === 'string') throw invalid(pointer, amount, meaning[amount](ccyCode));
  if (amount.minor <= 0n) throw invalid(pointer, 'not_positive', 'Must be greater than zero.');
  return amount;
}

const meaning: Record<AmountFault, (ccyCode: string) => string> = {
  not_a_number: () => 'Must be a JSON number.',
  too_many_decimals: (ccyCode) => `${ccyCode} has at most ${decimalPlaces(ccyCode)} decimals.`,
  too_large: () => `At most ${MAX_INTEGER_DIGITS} digits before the decimal point.`,
};

const invalid = (pointer: string, code: string, detail: string) =>
  refuse('invalid_request', `${pointer}: ${detail}`, { errors: [{ pointer, code, detail }] });
