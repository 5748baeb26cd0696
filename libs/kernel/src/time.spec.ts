import fc from 'fast-check';
import { TestClock } from './testing/test-clock.js';
import {
  RealTime,
  addDays,
  dateOf,
  dayOfWeek,
  instantOf,
  isCalendarDate,
  timestampFrom,
  nowFor,
  startOf,
  timestamp,
  todayFor,
  todayOf,
} from './time.js';

const instants = fc.date({
  noInvalidDate: true,
  min: new Date(0),
  max: new Date('9999-12-31T23:59:59.999Z'),
});
const dates = instants.map((instant) => dateOf(timestamp(instant)));

describe('timestamp', () => {
  it('has no zone and always milliseconds', () => {
    expect(timestamp(new Date('2026-11-21T09:30:00Z'))).toBe('2026-11-21T09:30:00.000');
    expect(timestamp(new Date('2026-11-21T23:30:00.120-02:00'))).toBe('2026-11-22T01:30:00.120');
  });

  it('rejects an invalid timestamp', () => {
    expect(() => timestamp(new Date('yesterday'))).toThrow(RangeError);
  });

  it('is parsed to its moment, and sorts as text', () => {
    fc.assert(
      fc.property(instants, instants, (one, other) => {
        expect(instantOf(timestamp(one))).toEqual(one);
        expect(timestamp(one) < timestamp(other)).toBe(one.getTime() < other.getTime());
      }),
    );
  });

  it('has its UTC date', () => {
    expect(dateOf('2026-11-21T23:59:59.999')).toBe('2026-11-21');
  });
});

describe('today', () => {
  it('is the UTC date of the clock', () => {
    const clockAt = (text: string) => new TestClock(new Date(text));
    expect(todayOf(clockAt('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
    expect(todayOf(clockAt('2026-11-21T23:30:00-02:00'))).toBe('2026-11-22');
  });
});

describe('the present of a client', () => {
  const clock = new TestClock(new Date('2026-11-21T23:59:59.000Z'));
  const caller = { environment: 'SANDBOX' } as Parameters<typeof nowFor>[0];

  it('is real time until its test clock is advanced', () =>
    expect(nowFor(caller, clock)).toBe('2026-11-21T23:59:59.000'));

  it.each([
    [{ aheadMs: 1_000 }, '2026-11-22T00:00:00.000'],
    [{ aheadMs: 100 * 86_400_000 }, '2027-03-01T23:59:59.000'],
    [{ at: '2028-02-29T12:00:00.000' }, '2028-02-29T12:00:00.000'],
  ])('%j', (clientTime, now) => {
    expect(nowFor({ ...caller, clientTime }, clock)).toBe(now);
    expect(todayFor({ ...caller, clientTime }, clock)).toBe(now.slice(0, 10));
  });

  it('is real time in PRODUCTION, whatever the caller says', () => {
    for (const clientTime of [{ aheadMs: 86_400_000 }, { at: '2028-02-29T12:00:00.000' }])
      expect(nowFor({ ...caller, environment: 'PRODUCTION', clientTime }, clock)).toBe(
        '2026-11-21T23:59:59.000',
      );
  });

  it('does not change what is on real time', () =>
    expect(nowFor({ ...caller, clientTime: { aheadMs: 1_000 } }, new RealTime(clock))).toBe(
      '2026-11-21T23:59:59.000',
    ));
});

describe('a timestamp', () => {
  it.each([
    ['2028-02-29T23:59:59.999', '2028-02-29T23:59:59.999'],
    [startOf('2026-12-31'), '2026-12-31T00:00:00.000'],
    ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.000'],
    ['2026-11-21T09:30', '2026-11-21T09:30:00.000'],
    ['2026-11-21T09:30:00.5Z', '2026-11-21T09:30:00.500'],
    ['2026-11-21T09:30:00.123456789Z', '2026-11-21T09:30:00.123'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000'],
    ['2027-01-01T00:00:00.000+05:30', '2026-12-31T18:30:00.000'],
  ])('is read from %s', (text, at) => expect(timestampFrom(text)).toBe(at));

  it.each([
    '2026-02-29T00:00:00.000',
    '2026-11-21T24:00:00.000',
    '2026-11-21T23:60:00.000',
    '2026-11-21T23:59:60Z',
    '2026-11-21T09:30:00.1234567890Z',
    '2026-11-21T09:30:00.Z',
    '2026-11-21T09:30:00+24:00',
    '2026-11-21T09:30:00 UTC',
    '2026-11-21 09:30:00',
    '2026-11-21',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    ' 2026-11-21T00:00:00.000',
    '2026-11-21T00:00:00.000\n',
  ])('is not read from %j', (text) => expect(timestampFrom(text)).toBeNull());
});

describe('calendar date', () => {
  it.each(['2026-11-21', '2024-02-29', '2000-02-29', '0000-02-29', '0001-01-01', '9999-12-31'])(
    '%s is one',
    (text) => {
      expect(isCalendarDate(text)).toBe(true);
    },
  );

  it.each([
    ['no such day', '2026-02-30 2026-02-29 2100-02-29 2026-04-31 2026-01-32 2026-01-00'],
    ['no such month', '2026-13-01 2026-00-10'],
    [
      'another form',
      '2026-1-1 20261121 21.11.2026 11/21/2026 2026-11-21T00:00:00 2026-W47-6 +012026-01-01 -2026-01-01',
    ],
    ['other digits', '２０２６-11-21 ٢٠٢٦-11-21'],
    ['no date', 'today null NaN'],
  ])('%s', (_why, texts) => {
    for (const text of texts.split(' ')) expect([text, isCalendarDate(text)]).toEqual([text, false]);
  });

  it.each(['', ' 2026-11-21', '2026-11-21 ', '2026-11-21\n', '2026-11-21\u0000'])(
    '%j is not a date',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
    },
  );

  it('moves by days over months, years and leap days', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-11-21', 0)).toBe('2026-11-21');
  });

  it('is restored by adding and subtracting the same days', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -700_000, max: 700_000 }), (date, days) => {
        const moved = tryTo(() => addDays(date, days));
        if (moved === null) return;
        expect(isCalendarDate(moved)).toBe(true);
        expect(addDays(moved, -days)).toBe(date);
        expect(moved > date).toBe(days > 0);
      }),
    );
  });

  it('stays within four-digit years', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('0000-01-01', -1)).toThrow(RangeError);
    expect(() => addDays('2026-11-21', Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
  });

  it('knows its day of the week', () => {
    expect([dayOfWeek('2026-11-21'), dayOfWeek('2026-11-22'), dayOfWeek('2026-11-23')]).toEqual([6, 0, 1]);
  });
});

function tryTo<Result>(compute: () => Result): Result | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
