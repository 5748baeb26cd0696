import { cut, swiftText } from '../characters.js';

/** The bank gets at most this in one entry: 10 digits of cents. */
export const LARGEST_CENTS = 9_999_999_999n;
/** Of a line. */
export const WIDTH = 94;
/** Lines of a block. */
export const BLOCK = 10;

/** Text in capitals of ASCII, to the left. A text that is too long is cut. */
export const text = (value: string, width: number): string =>
  cut(swiftText(value).toUpperCase(), width).padEnd(width);

/** Exactly as it is, to the left. @throws RangeError if it is too long: an account number is never cut */
export function whole(value: string, width: number): string {
  if (value.length > width || !/^[\x20-\x7e]*$/.test(value))
    throw new RangeError(`“${value}” does not fit into ${width} characters`);
  return value.padEnd(width);
}

/** Digits, to the right. @throws RangeError if they do not fit */
export function digits(value: bigint | number | string, width: number): string {
  const written = String(value);
  if (written.length > width || !/^\d*$/.test(written))
    throw new RangeError(`${written} does not fit into ${width} digits`);
  return written.padStart(width, '0');
}

/** `261123` */
export const shortDate = (day: string): string => day.slice(2, 10).replaceAll('-', '');

/** Sum of the routing numbers without check digits; the last ten digits of it are written. */
export const entryHash = (sum: bigint): string => digits(sum % 10_000_000_000n, 10);

/** Digits 1 to 8 of an ABA routing number. */
export const institutionOf = (routingNumber: string): string => routingNumber.slice(0, 8);
