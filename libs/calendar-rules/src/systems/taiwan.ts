import { addDays, dayOfWeek } from '@corridor/kernel';
import { calendar } from '../calendar.js';
import { after, chinese, sunAt } from '../rules/moon-days.js';
import { dateOn, once, type Rule, since, until } from '../rules/rule.js';
import { nearestSubstituted, weekendsSubstituted } from '../rules/substitution.js';
import { on, SUNDAY, THURSDAY } from '../rules/sun-days.js';

const newYear = (from: number): Rule[] =>
  Array.from({ length: 3 - from }, (_, n) =>
    after(from + n, 'Lunar New Year', chinese(1, 1, 'Lunar New Year')),
  );

const qingming = sunAt('qingmingInBeijing', 'Tomb Sweeping Day');

/** Children's Day on the same day as Tomb Sweeping Day is had on the day before it, or after it on a Thursday. */
const childrensDay: Rule = (year) => {
  const [day, name] = [dateOn(year, 4, 4), "Children's Day"];
  if (qingming(year)[0]?.date !== day) return nearestSubstituted(on(4, 4, name))(year);
  const weekday = dayOfWeek(day);
  const days =
    weekday === THURSDAY ? 1 : weekday === SUNDAY ? -2 : weekday === 1 ? 1 : weekday === 6 ? -2 : -1;
  return [{ date: addDays(day, days), name }];
};

export const cifs = calendar({
  ccyCode: 'TWD',
  system: 'CIFS',
  source:
    "Taiwan, Act on Memorial Days and Festivals (2025, formerly the Implementing Regulations): a Saturday's holiday on the Friday, a Sunday's on the Monday; Lunar New Year afterwards",
  announced:
    'Until 2025 single days beside holidays were exchanged for Saturdays by announcement; those are known here.',
  timeZone: 'Asia/Taipei',
  cutOff: '15:30',
  rules: [
    nearestSubstituted(
      on(1, 1, 'Founding Day'),
      on(2, 28, 'Peace Memorial Day'),
      qingming,
      on(5, 1, 'Labour Day'),
      chinese(5, 5, 'Dragon Boat Festival'),
      chinese(8, 15, 'Mid-Autumn Festival'),
      on(10, 10, 'National Day'),
      since(2025, on(9, 28, "Teachers' Day"), on(10, 25, 'Retrocession Day'), on(12, 25, 'Constitution Day')),
    ),
    childrensDay,
    until(2025, weekendsSubstituted(...newYear(-1))),
    since(2026, weekendsSubstituted(...newYear(-2))),
    once(
      'Day off for a Saturday worked',
      '2020-01-23',
      '2020-06-26',
      '2020-10-02',
      '2021-02-10',
      '2021-09-20',
    ),
    once(
      'Day off for a Saturday worked',
      '2022-02-04',
      '2023-01-20',
      '2023-01-27',
      '2023-02-27',
      '2023-04-03',
    ),
    once('Day off for a Saturday worked', '2023-06-23', '2023-10-09', '2024-02-08', '2025-01-27'),
  ],
});
