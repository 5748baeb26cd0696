/** A decimal as a whole number, of which so many digits are behind the point. */
export interface Exact {
  readonly digits: bigint;
  readonly places: number;
}

/** What a number of the API stands for, digit for digit. */
export function exact(value: number): Exact {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}

export const times = (a: Exact, b: Exact): Exact => ({
  digits: a.digits * b.digits,
  places: a.places + b.places,
});

export function plus(a: Exact, b: Exact): Exact {
  const places = Math.max(a.places, b.places);
  return { digits: withPlaces(a, places) + withPlaces(b, places), places };
}

const withPlaces = ({ digits, places }: Exact, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - places);

/** Half-even, as the API rounds. @param wanted digits behind the point */
export function rounded({ digits, places }: Exact, wanted: number): number {
  if (places <= wanted) return Number(`${digits}e-${places}`);
  const unit = 10n ** BigInt(places - wanted);
  const [size, sign] = digits < 0n ? [-digits, -1n] : [digits, 1n];
  const twice = (size % unit) * 2n;
  const up = twice > unit || (twice === unit && (size / unit) % 2n === 1n);
  return Number(`${sign * (size / unit + (up ? 1n : 0n))}e-${wanted}`);
}
