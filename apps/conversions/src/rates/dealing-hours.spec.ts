import { timestamp } from '@corridor/kernel';
import fc from 'fast-check';
import { type DealingHours, days, hoursFrom, isOpen, nextClosing } from './dealing-hours.js';

const weekend = hoursFrom('FRI 22:00-SUN 22:00');

test.each([
  ['2026-11-20T21:59:59.999', true],
  ['2026-11-20T22:00:00.000', false],
  ['2026-11-21T12:00:00.000', false],
  ['2026-11-22T21:59:59.999', false],
  ['2026-11-22T22:00:00.000', true],
  ['2026-11-25T12:00:00.000', true],
])('the weekend close at %s: open %s', (at, open) => expect(isOpen(weekend, at)).toBe(open));

test('the next closing is in the future', () => {
  expect(nextClosing(weekend, '2026-11-20T21:59:59.999')).toBe('2026-11-20T22:00:00.000');
  expect(nextClosing(weekend, '2026-11-20T22:00:00.000')).toBe('2026-11-27T22:00:00.000');
  expect(nextClosing(null, '2026-11-20T22:00:00.000')).toBeNull();
  expect(isOpen(hoursFrom('always'), '2026-11-21T12:00:00.000')).toBe(true);
});

test.each(['', 'Always', 'FRI 22:00', 'FRI 24:00-SUN 22:00', 'FRY 22:00-SUN 22:00', 'fri 22:00-sun 22:00'])(
  '%j is rejected',
  (text) => expect(() => hoursFrom(text)).toThrow(/must be "always"/),
);

test('a pair is open until its next closing, and closed at it', () => {
  const weekly = fc.record({
    day: fc.constantFrom(...days),
    time: fc.constantFrom('00:00', '06:30', '22:00', '23:59'),
  });
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(weekly, weekly, moment, (closes, opens, now) => {
      fc.pre(closes.day !== opens.day || closes.time !== opens.time);
      const hours: DealingHours = { closes, opens };
      const at = timestamp(now);
      const end = nextClosing(hours, at)!;
      expect([end > at, isOpen(hours, end)]).toEqual([true, false]);
      const justBefore = timestamp(new Date(Date.parse(`${end}Z`) - 1));
      expect(isOpen(hours, justBefore)).toBe(true);
    }),
  );
});
