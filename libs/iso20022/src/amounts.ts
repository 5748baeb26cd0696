import {
  MAX_INTEGER_DIGITS,
  type Money,
  add,
  decimalPlaces,
  isCurrency,
  money,
  zero,
} from '@corridor/kernel';
import { unreadable } from './xml/unreadable-file.js';

/**
 * An amount of a file, exact. Zeros beyond the minor unit are allowed, as banks write JPY 1000.00; other digits there are not.
 * @throws UnreadableFile
 */
export function amountOf(where: string, ccyCode: string, text: string): Money {
  if (!isCurrency(ccyCode)) unreadable(where, `“${ccyCode}” is no currency`);
  const [, whole, fraction = ''] =
    /^\+?(?=\.?\d)(\d*)(?:\.(\d*))?$/.exec(text) ?? unreadable(where, `“${text}” is no amount`);
  const places = decimalPlaces(ccyCode);
  const digits = whole!.replace(/^0+/, '');
  if (digits.length > MAX_INTEGER_DIGITS) unreadable(where, `the amount ${text} is too large`);
  if (/[1-9]/.test(fraction.slice(places)))
    unreadable(where, `${ccyCode} ${text} has more than ${places} decimals`);
  return money(ccyCode, BigInt(digits + fraction.slice(0, places).padEnd(places, '0')));
}

/** @throws RangeError if the currencies differ */
export const sumOf = (ccyCode: string, amounts: readonly Money[]): Money =>
  amounts.reduce(add, zero(ccyCode));
