import fc from 'fast-check';
import { type IdPrefix, madeOn, makeId } from './id.js';
import { timestamp } from './time.js';

const anyPrefix = fc.constantFrom<IdPrefix[]>('wal', 'pi', 'ben', 'ca', 'cli', 'whs');
const anyMoment = fc.integer({ min: 0, max: Date.parse('9999-12-31') });
const anyChance = fc.uint8Array({ minLength: 10, maxLength: 10 });
const NONE = new Uint8Array(10);

describe('an id', () => {
  it('has its prefix and 26 characters', () => {
    fc.assert(
      fc.property(anyPrefix, anyMoment, anyChance, (prefix, now, chance) => {
        const id = makeId(prefix, now, chance);
        expect(id).toMatch(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`));
      }),
    );
  });

  it('sorts by its time', () => {
    fc.assert(
      fc.property(
        anyMoment,
        fc.integer({ min: 1, max: 1_000_000 }),
        anyChance,
        anyChance,
        (now, later, one, other) => {
          expect(makeId('wal', now, one) < makeId('wal', now + later, other)).toBe(true);
        },
      ),
    );
  });

  it('contains its creation time', () => {
    fc.assert(
      fc.property(anyPrefix, anyMoment, anyChance, (prefix, now, chance) => {
        expect(madeOn(makeId(prefix, now, chance))).toBe(timestamp(new Date(now)));
      }),
    );
  });

  it('keeps every random bit', () => {
    fc.assert(
      fc.property(anyChance, anyChance, (one, other) => {
        expect(makeId('wal', 0, one) === makeId('wal', 0, other)).toBe(Buffer.from(one).equals(other));
      }),
    );
    expect(makeId('wal', 0, new Uint8Array(10).fill(255))).toBe(`wal_${'0'.repeat(10)}${'Z'.repeat(16)}`);
  });

  it('encodes time and random bits as a ULID does', () => {
    const chance = Uint8Array.from(Buffer.from('d6764c61efb99302bd5b', 'hex'));
    expect(makeId('pi', 1_469_922_850_259, chance)).toBe('pi_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  });

  it('is not created from too few random bytes, or from half a millisecond', () => {
    expect(() => makeId('wal', 0, new Uint8Array(9))).toThrow(RangeError);
    expect(() => makeId('wal', 0.5, NONE)).toThrow(RangeError);
  });
});
