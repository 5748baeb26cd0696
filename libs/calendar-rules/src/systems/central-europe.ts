import { calendar } from '../calendar.js';
import { easter, orthodoxEaster } from '../rules/easter.js';
import { once, since } from '../rules/rule.js';
import { on } from '../rules/sun-days.js';

/** Nothing is substituted here; Hungary decrees its substitutes for each year. */

export const sorbnet = calendar({
  ccyCode: 'PLN',
  system: 'SORBNET',
  source:
    'Narodowy Bank Polski, SORBNET rules: days off by the Act of 18 January 1951; Christmas Eve since 2025',
  timeZone: 'Europe/Warsaw',
  cutOff: '15:00',
  rules: [
    on(1, 1, "New Year's Day"),
    on(1, 6, 'Epiphany'),
    easter(1, 'Easter Monday'),
    on(5, 1, 'Labour Day'),
    on(5, 3, 'Constitution Day'),
    easter(60, 'Corpus Christi'),
    on(8, 15, 'Assumption'),
    on(11, 1, "All Saints' Day"),
    on(11, 11, 'Independence Day'),
    since(2025, on(12, 24, 'Christmas Eve')),
    on(12, 25, 'Christmas Day'),
    on(12, 26, 'Second Day of Christmas'),
  ],
});

export const certis = calendar({
  ccyCode: 'CZK',
  system: 'CERTIS',
  source: 'Česká národní banka, CERTIS calendar: public holidays by Act 245/2000',
  timeZone: 'Europe/Prague',
  cutOff: '15:00',
  rules: [
    on(1, 1, "New Year's Day"),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    on(5, 1, 'Labour Day'),
    on(5, 8, 'Victory Day'),
    on(7, 5, 'Saints Cyril and Methodius'),
    on(7, 6, 'Jan Hus Day'),
    on(9, 28, 'Statehood Day'),
    on(10, 28, 'Independence Day'),
    on(11, 17, 'Freedom and Democracy Day'),
    on(12, 24, 'Christmas Eve'),
    on(12, 25, 'Christmas Day'),
    on(12, 26, 'Second Day of Christmas'),
  ],
});

export const viber = calendar({
  ccyCode: 'HUF',
  system: 'VIBER',
  source:
    'Magyar Nemzeti Bank, VIBER calendar: public holidays by the Labour Code, and the days off that a decree gives for a Saturday worked',
  announced:
    'Days off in exchange for Saturdays are decreed for one year at a time; those of 2020 to 2026 are known here. Saturdays that are worked are not used.',
  timeZone: 'Europe/Budapest',
  cutOff: '15:00',
  rules: [
    on(1, 1, "New Year's Day"),
    on(3, 15, '1848 Revolution Memorial Day'),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    on(5, 1, 'Labour Day'),
    easter(50, 'Whit Monday'),
    on(8, 20, "St Stephen's Day"),
    on(10, 23, '1956 Revolution Memorial Day'),
    on(11, 1, "All Saints' Day"),
    on(12, 25, 'Christmas Day'),
    on(12, 26, 'Second Day of Christmas'),
    once('Day off for a Saturday worked', '2020-08-21', '2020-12-24'),
    once('Day off for a Saturday worked', '2021-12-24', '2022-03-14', '2022-10-31'),
    once('Day off for a Saturday worked', '2024-08-19', '2024-12-24', '2024-12-27'),
    once('Day off for a Saturday worked', '2025-05-02', '2025-10-24', '2025-12-24'),
    once('Day off for a Saturday worked', '2026-01-02', '2026-08-21', '2026-12-24'),
  ],
});

export const regis = calendar({
  ccyCode: 'RON',
  system: 'ReGIS',
  source: 'Banca Națională a României, ReGIS calendar: public holidays by the Labour Code, art. 139',
  timeZone: 'Europe/Bucharest',
  cutOff: '15:00',
  rules: [
    on(1, 1, "New Year's Day"),
    on(1, 2, "Day after New Year's Day"),
    since(2024, on(1, 6, 'Epiphany'), on(1, 7, 'Saint John the Baptist')),
    on(1, 24, 'Unification Day'),
    orthodoxEaster(-2, 'Orthodox Good Friday'),
    orthodoxEaster(1, 'Orthodox Easter Monday'),
    on(5, 1, 'Labour Day'),
    on(6, 1, "Children's Day"),
    orthodoxEaster(50, 'Orthodox Whit Monday'),
    on(8, 15, 'Dormition of the Mother of God'),
    on(11, 30, "Saint Andrew's Day"),
    on(12, 1, 'National Day'),
    on(12, 25, 'Christmas Day'),
    on(12, 26, 'Second Day of Christmas'),
  ],
});
