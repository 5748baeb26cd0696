import { closingsOf } from './calendar.js';
import { calendars } from './calendars.js';
import { published } from './published-lists.fixture.js';

const lists = Object.entries(published).flatMap(([ccyCode, text]) =>
  text
    .trim()
    .split('\n')
    .map((line): [string, string, string[]] => {
      const [year = '', ...days] = line.trim().split(' ');
      return [ccyCode, year, days];
    }),
);

test.each(lists)('%s of %s', (ccyCode, year, days) => {
  const closed = [...closingsOf(calendars.get(ccyCode)!, Number(year)).keys()];
  expect(closed.map((date) => date.slice(5).replace('-', ''))).toEqual(days);
});
