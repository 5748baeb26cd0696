/**
 * The public and bank holidays of the package date-holidays, for libs/calendar-rules/src/oracle.spec.ts. It is a
 * separate process because it takes ten times as long inside Jest. Arguments: first year, last year, then countries
 * (`CA-ON`); standard output: { [country]: { [date]: name } }.
 */
import Holidays from 'date-holidays';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const [first = '', last = '', ...countries] = process.argv.slice(2);

/** @param {string} country */
function holidaysOf(country) {
  const [code = '', state] = country.split('-');
  const options = { languages: ['en'] };
  const holidays = state ? new Holidays(code, state, options) : new Holidays(code, options);
  /** @type {Record<string, string>} */
  const found = {};
  for (let year = Number(first); year <= Number(last); year++)
    for (const { type, date, start, end, name } of holidays.getHolidays(year, 'en')) {
      if (type !== 'public' && type !== 'bank') continue;
      // Rounded to whole days: half a day more is the eve; an hour less is the change to daylight saving time.
      const days = Math.max(1, Math.floor((end.getTime() - start.getTime() + 2 * HOUR_MS) / DAY_MS));
      for (let n = 0; n < days; n++) found[dateAfter(date.slice(0, 10), n)] ??= name;
    }
  return found;
}

/** @param {string} date @param {number} days */
const dateAfter = (date, days) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

process.stdout.write(JSON.stringify(Object.fromEntries(countries.map((one) => [one, holidaysOf(one)]))));
