import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currencies } from '@corridor/kernel';
import { closingsOf } from './calendar.js';
import { calendars } from './calendars.js';

/**
 * Every closed weekday of eleven years stands in a file, so that what a new version of a calendar changes can be read, and
 * nothing else changes with it. `WRITE_CLOSINGS=1 npx jest --selectProjects unit libs/calendars/src/closings` writes it.
 */
const file = join(process.cwd(), 'libs/calendars/closings.txt');
const years = Array.from({ length: 11 }, (_, n) => 2020 + n);

const lines = [...calendars].flatMap(([ccyCode, calendar]) =>
  years.map((year) => {
    const days = [...closingsOf(calendar, year).keys()].map((date) => date.slice(5).replace('-', ''));
    return [ccyCode, year, ...days].join(' ');
  }),
);

/** The currencies whose systems' rules nobody has written down here. None of them is dealt in. */
const weekendsOnly = [...currencies.keys()].filter((code) => !calendars.has(code));

test('the closings of 2020 to 2030 are those in the repository', () => {
  const text = `${lines.join('\n')}\n\nweekends only: ${weekendsOnly.join(' ')}\n`;
  if (process.env.WRITE_CLOSINGS) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('no year is without holidays, and none full of them', () => {
  const counts = lines.map((line) => line.split(' ').length - 2);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...counts)).toBeLessThan(35);
});
