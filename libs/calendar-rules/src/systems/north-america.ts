import { calendar } from '../calendar.js';
import { easter } from '../rules/easter.js';
import { since } from '../rules/rule.js';
import { sundaysSubstituted, weekendsSubstituted } from '../rules/substitution.js';
import { from, last, MONDAY, nth, on, THURSDAY } from '../rules/sun-days.js';

export const fedwire = calendar({
  ccyCode: 'USD',
  system: 'Fedwire',
  source:
    'Federal Reserve Banks, Holiday Schedules: a holiday on a Sunday is observed on the Monday, one on a Saturday is not observed',
  timeZone: 'America/New_York',
  cutOff: '18:00',
  rules: [
    sundaysSubstituted(
      on(1, 1, "New Year's Day"),
      since(2022, on(6, 19, 'Juneteenth')),
      on(7, 4, 'Independence Day'),
      on(11, 11, 'Veterans Day'),
      on(12, 25, 'Christmas Day'),
    ),
    nth(3, MONDAY, 1, 'Martin Luther King Jr. Day'),
    nth(3, MONDAY, 2, "Presidents' Day"),
    last(MONDAY, 5, 'Memorial Day'),
    nth(1, MONDAY, 9, 'Labor Day'),
    nth(2, MONDAY, 10, 'Columbus Day'),
    nth(4, THURSDAY, 11, 'Thanksgiving Day'),
  ],
});

export const lynx = calendar({
  ccyCode: 'CAD',
  system: 'Lynx',
  source:
    'Payments Canada, Lynx Rules and holiday schedule: national holidays, had on the next weekday when they fall on a weekend; provincial ones do not close it',
  timeZone: 'America/Toronto',
  cutOff: '17:00',
  rules: [
    weekendsSubstituted(
      on(1, 1, "New Year's Day"),
      on(7, 1, 'Canada Day'),
      since(2021, on(9, 30, 'National Day for Truth and Reconciliation')),
      on(11, 11, 'Remembrance Day'),
      on(12, 25, 'Christmas Day'),
      on(12, 26, 'Boxing Day'),
    ),
    easter(-2, 'Good Friday'),
    from(5, 18, MONDAY, 'Victoria Day'),
    nth(1, MONDAY, 9, 'Labour Day'),
    nth(2, MONDAY, 10, 'Thanksgiving'),
  ],
});

export const spei = calendar({
  ccyCode: 'MXN',
  system: 'SPEI',
  source:
    'CNBV, the yearly decree on the days on which banks close (Ley de Instituciones de Crédito, art. 95; Ley Federal del Trabajo, art. 74)',
  timeZone: 'America/Mexico_City',
  cutOff: '17:00',
  rules: [
    on(1, 1, "New Year's Day"),
    nth(1, MONDAY, 2, 'Constitution Day'),
    nth(3, MONDAY, 3, "Benito Juárez's Birthday"),
    easter(-3, 'Maundy Thursday'),
    easter(-2, 'Good Friday'),
    on(5, 1, 'Labour Day'),
    on(9, 16, 'Independence Day'),
    (year) => (year >= 2024 && (year - 2024) % 6 === 0 ? on(10, 1, 'Inauguration Day')(year) : []),
    on(11, 2, "All Souls' Day"),
    nth(3, MONDAY, 11, 'Revolution Day'),
    on(12, 12, 'Our Lady of Guadalupe'),
    on(12, 25, 'Christmas Day'),
  ],
});
