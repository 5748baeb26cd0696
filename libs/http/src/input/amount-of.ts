import {
  type AmountIssue,
  type FieldIssue,
  MAX_INTEGER_DIGITS,
  type Money,
  Refusal,
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

/** The same as a rule between fields: what is wrong with the number as an amount of this currency. */
export function amountIssues(ccyCode: string, value: number, pointer: string): readonly FieldIssue[] {
  try {
    amountOf(ccyCode, value, pointer);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.extra.errors as readonly FieldIssue[];
    throw error;
  }
}

const meaning: Record<AmountIssue, (ccyCode: string) => string> = {
  not_a_number: () => 'Must be a JSON number.',
  too_many_decimals: (ccyCode) => `${ccyCode} has at most ${decimalPlaces(ccyCode)} decimals.`,
  too_large: () => `At most ${MAX_INTEGER_DIGITS} digits before the decimal point.`,
};

const invalid = (pointer: string, code: string, detail: string) =>
  refuse('invalid_request', `${pointer}: ${detail}`, { errors: [{ pointer, code, detail }] });
