import { addDays, type CalendarDate, dayOfWeek } from '@corridor/kernel';
import { calendar } from '../calendar.js';
import { sunAt } from '../rules/moon-days.js';
import { type Closing, except, once, type Rule, since } from '../rules/rule.js';
import { sundaysSubstituted } from '../rules/substitution.js';
import { MONDAY, nth, on, SUNDAY } from '../rules/sun-days.js';

const nationalHolidays = sundaysSubstituted(
  on(1, 1, "New Year's Day"),
  nth(2, MONDAY, 1, 'Coming of Age Day'),
  on(2, 11, 'National Foundation Day'),
  since(2020, on(2, 23, "Emperor's Birthday")),
  sunAt('marchEquinoxInTokyo', 'Vernal Equinox Day'),
  on(4, 29, 'Shōwa Day'),
  once('Accession of Naruhito', '2019-05-01'),
  on(5, 3, 'Constitution Memorial Day'),
  on(5, 4, 'Greenery Day'),
  on(5, 5, "Children's Day"),
  except([2020, 2021], nth(3, MONDAY, 7, 'Marine Day'), nth(2, MONDAY, 10, 'Sports Day')),
  once('Marine Day, moved to the Olympics', '2020-07-23', '2021-07-22'),
  once('Sports Day, moved to the Olympics', '2020-07-24', '2021-07-23'),
  except([2020, 2021], on(8, 11, 'Mountain Day')),
  once('Mountain Day, moved to the Olympics', '2020-08-10', '2021-08-08'),
  nth(3, MONDAY, 9, 'Respect for the Aged Day'),
  sunAt('septemberEquinoxInTokyo', 'Autumnal Equinox Day'),
  once('Enthronement of Naruhito', '2019-10-22'),
  on(11, 3, 'Culture Day'),
  on(11, 23, 'Labour Thanksgiving Day'),
);

/** A day between two national holidays is one too (Act on National Holidays, art. 3 (3)). */
const betweenHolidays =
  (holidays: Rule): Rule =>
  (year) => {
    const dates = new Set(holidays(year).map(({ date }) => date));
    const isBetween = (day: CalendarDate) =>
      dates.has(addDays(day, 1)) && !dates.has(day) && dayOfWeek(day) !== SUNDAY;
    return [...dates]
      .map((date): Closing => ({ date: addDays(date, 1), name: "Citizens' Holiday" }))
      .filter(({ date }) => isBetween(date));
  };

export const zengin = calendar({
  ccyCode: 'JPY',
  system: 'Zengin',
  source:
    'Act on National Holidays and Banking Act Enforcement Order, art. 5 (bank holidays, 31 December to 3 January); BOJ-NET and Zengin keep them',
  announced: 'The equinoxes are computed; the government publishes them each February for the next year.',
  timeZone: 'Asia/Tokyo',
  cutOff: '15:00',
  rules: [
    nationalHolidays,
    betweenHolidays(nationalHolidays),
    on(1, 2, 'Bank holiday'),
    on(1, 3, 'Bank holiday'),
    on(12, 31, 'Bank holiday'),
  ],
});
