import { type Timestamp, timestamp } from './time.js';

/** The prefixes of all ids (interface-spec 2.1), as keys. Each contract package adds those of its service's records. */
export interface IdPrefixes {}

export type IdPrefix = keyof IdPrefixes;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const CHANCE_CHARACTERS = 16;

/**
 * A time-ordered id: prefix, then 10 characters of milliseconds and 16 of randomness in Crockford's base 32 (a ULID).
 * Ids of the same millisecond are not ordered.
 *
 * @param nowMs whole milliseconds since 1970
 * @param random at least 10 random bytes
 */
export function makeId(prefix: IdPrefix, nowMs: number, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError('an id needs 10 random bytes');
  if (!Number.isSafeInteger(nowMs)) throw new RangeError('an id needs whole milliseconds');
  const chance = [0, 5].map((from) =>
    crockford(numberOf(random.subarray(from, from + 5)), CHANCE_CHARACTERS / 2),
  );
  return `${prefix}_${crockford(nowMs, TIME_CHARACTERS)}${chance.join('')}`;
}

/** When {@link makeId} created the id. */
export function madeOn(id: string): Timestamp {
  const time = id.slice(id.indexOf('_') + 1).slice(0, TIME_CHARACTERS);
  return timestamp(new Date([...time].reduce((ms, character) => ms * 32 + CROCKFORD.indexOf(character), 0)));
}

/** Five bytes, highest first: a whole number below 2^40. */
const numberOf = (bytes: Uint8Array): number => bytes.reduce((all, byte) => all * 256 + byte, 0);

/** The lowest `5 * length` bits, highest first. */
function crockford(whole: number, length: number): string {
  let text = '';
  for (let rest = whole; text.length < length; rest = Math.floor(rest / 32))
    text = CROCKFORD.charAt(rest % 32) + text;
  return text;
}
