import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockIn } from './clock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'clock-'));
beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => {
  jest.useRealTimers();
  rmSync(join(folder, 'clock'), { force: true });
});

/** Where the clock of a start at this time is, to the minute. */
function startedAt(time: string, wanted?: string): string {
  jest.setSystemTime(new Date(time));
  return clockIn(folder, wanted).now().toISOString().slice(0, 16);
}

test.each([
  ['in banking hours it is that of the machine', '2027-03-02T10:30:00Z', '2027-03-02T10:30'],
  ['in the night it is the morning', '2027-03-02T03:00:00Z', '2027-03-02T08:00'],
  ['in the evening it is the next morning', '2027-03-02T19:00:00Z', '2027-03-03T08:00'],
  ['on a Friday evening it is Monday', '2027-03-05T19:00:00Z', '2027-03-08T08:00'],
  ['on a Sunday it is Monday', '2027-03-07T10:00:00Z', '2027-03-08T08:00'],
])('%s', (_, time, expected) => expect(startedAt(time)).toBe(expected));

test('it never goes back, and not further ahead than needed', () => {
  expect(startedAt('2027-03-02T19:00:00Z')).toBe('2027-03-03T08:00');
  expect(startedAt('2027-03-02T19:30:00Z')).toBe('2027-03-03T08:30');
  expect(startedAt('2027-03-03T08:00:00Z')).toBe('2027-03-04T08:00');
});

test('it can be chosen, but not earlier than it is', () => {
  expect(startedAt('2027-03-02T10:00:00Z', '2027-06-01T09:00:00Z')).toBe('2027-06-01T09:00');
  for (const wanted of ['2027-05-01T09:00:00Z', 'soon'])
    expect(() => startedAt('2027-03-02T10:00:00Z', wanted)).toThrow(
      'DEMO_TIME must be a time from 2027-06-01',
    );
});
