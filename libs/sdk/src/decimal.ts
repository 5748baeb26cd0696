/**
 * An exact decimal as text, as the API writes it: `'1000.5'`, `'-3'`. Text, because binary floating point loses cents as soon as
 * somebody computes with it.
 */
export type Decimal = string;

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
/** A string, with the number behind it if it is the name of a field. Where a string does not end, all that is left. */
const RECEIVED = new RegExp(String.raw`(${STRING})(?:\s*:\s*(${NUMBER}))?|"[^]*`, 'g');
/** In what `JSON.stringify` has written. */
const WRITTEN = new RegExp(`(${STRING})(?::(${STRING}))?`, 'g');
const PLAIN = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Parses JSON, with the numbers in some fields as text. @throws SyntaxError */
export function parseJson(text: string, decimals: readonly string[]): unknown {
  const names = quoted(decimals);
  const exact = text.replace(RECEIVED, (all: string, name?: string, number?: string) =>
    number === undefined || !names.has(name) ? all : `${all.slice(0, -number.length)}"${number}"`,
  );
  return JSON.parse(exact);
}

/** Writes JSON, with the text in some fields as numbers. @throws TypeError for one that is no decimal */
export function toJson(value: unknown, decimals: readonly string[]): string {
  const names = quoted(decimals);
  const text = JSON.stringify(value, (name, one: unknown) => {
    if (typeof one !== 'number' || Number.isFinite(one)) return one;
    throw new TypeError(`${name} is ${one}`); // JSON would have null there, which can mean something
  });
  return text.replace(WRITTEN, (all: string, name: string, content?: string) =>
    content === undefined || !names.has(name)
      ? all
      : `${name}:${checked(name, JSON.parse(content) as string)}`,
  );
}

/** `a + b`. @throws TypeError if one is no decimal */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(placesOf(a), placesOf(b));
  return textOf(scaled(a, places) + scaled(b, places), places);
}

/** Below 0 if `a < b`, 0 if they are equal, above 0 if `a > b`. @throws TypeError if one is no decimal */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const places = Math.max(placesOf(a), placesOf(b));
  const difference = scaled(a, places) - scaled(b, places);
  return difference < 0n ? -1 : Number(difference > 0n);
}

const quoted = (names: readonly string[]): ReadonlySet<string | undefined> =>
  new Set(names.map((name) => `"${name}"`));

function checked(name: string, decimal: string): string {
  if (PLAIN.test(decimal)) return decimal;
  throw new TypeError(`${name} is not a decimal: ${JSON.stringify(decimal)}`);
}

const placesOf = (decimal: Decimal): number => PLAIN.exec(decimal)?.[3]?.length ?? 0;

function scaled(decimal: Decimal, places: number): bigint {
  const [, sign, integer, fraction = ''] = PLAIN.exec(decimal) ?? [];
  if (integer === undefined) throw new TypeError(`Not a decimal: ${JSON.stringify(decimal)}`);
  return BigInt(`${sign}${integer}${fraction.padEnd(places, '0')}`);
}

function textOf(value: bigint, places: number): Decimal {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  const [integer, fraction] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  const decimals = fraction.replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${integer}${decimals && `.${decimals}`}`;
}
