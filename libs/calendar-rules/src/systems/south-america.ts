import { addDays, dayOfWeek } from '@corridor/kernel';
import { calendar } from '../calendar.js';
import { easter } from '../rules/easter.js';
import { sunAt } from '../rules/moon-days.js';
import { once, since } from '../rules/rule.js';
import { moved, onlyOn, toNearestMonday, toNextMonday } from '../rules/substitution.js';
import { FRIDAY, MONDAY, on, TUESDAY, WEDNESDAY } from '../rules/sun-days.js';

export const str = calendar({
  ccyCode: 'BRL',
  system: 'STR',
  source:
    'Banco Central do Brasil and ANBIMA, national bank holidays (Resolução CMN 4.880/2020): Consciência Negra since 2024',
  timeZone: 'America/Sao_Paulo',
  cutOff: '17:00',
  rules: [
    on(1, 1, "New Year's Day"),
    easter(-48, 'Carnival'),
    easter(-47, 'Carnival'),
    easter(-2, 'Good Friday'),
    on(4, 21, 'Tiradentes'),
    on(5, 1, 'Labour Day'),
    easter(60, 'Corpus Christi'),
    on(9, 7, 'Independence Day'),
    on(10, 12, 'Our Lady of Aparecida'),
    on(11, 2, "All Souls' Day"),
    on(11, 15, 'Republic Day'),
    since(2024, on(11, 20, 'Zumbi and Black Consciousness Day')),
    on(12, 25, 'Christmas Day'),
  ],
});

/** 31 October: a Tuesday goes to the Friday before, a Wednesday to the Friday after. */
const toFriday = (date: string): string =>
  addDays(date, { [TUESDAY]: -4, [WEDNESDAY]: 2 }[dayOfWeek(date)] ?? 0);

export const lbtrChile = calendar({
  ccyCode: 'CLP',
  system: 'LBTR CL',
  source:
    'Chile, laws 2.977, 19.668, 19.973, 20.215, 20.299, 20.983 and 21.357 on holidays; 31 December for banks (DL 3.434)',
  announced: 'The days of elections that fall on weekdays are announced.',
  timeZone: 'America/Santiago',
  cutOff: '16:00',
  rules: [
    on(1, 1, "New Year's Day"),
    onlyOn([MONDAY], on(1, 2, "Day after New Year's Day")),
    easter(-2, 'Good Friday'),
    on(5, 1, 'Labour Day'),
    on(5, 21, 'Navy Day'),
    once('Indigenous Peoples Day', '2021-06-21'),
    since(2022, sunAt('juneSolsticeInSantiago', 'Indigenous Peoples Day')),
    moved(toNearestMonday, on(6, 29, 'Saints Peter and Paul')),
    on(7, 16, 'Our Lady of Mount Carmel'),
    on(8, 15, 'Assumption'),
    onlyOn([MONDAY, FRIDAY], on(9, 17, 'Day before Independence Day')),
    on(9, 18, 'Independence Day'),
    on(9, 19, 'Army Day'),
    onlyOn([FRIDAY], on(9, 20, 'Day after Army Day')),
    once('Independence holidays', '2022-09-16'),
    moved(toNearestMonday, on(10, 12, 'Meeting of Two Worlds')),
    moved(toFriday, on(10, 31, 'Reformation Day')),
    on(11, 1, "All Saints' Day"),
    on(12, 8, 'Immaculate Conception'),
    on(12, 25, 'Christmas Day'),
    on(12, 31, 'Bank holiday'),
  ],
});

export const cud = calendar({
  ccyCode: 'COP',
  system: 'CUD',
  source: 'Colombia, law 51 of 1983 (ley Emiliani): most holidays are had on the Monday after them',
  timeZone: 'America/Bogota',
  cutOff: '16:00',
  rules: [
    on(1, 1, "New Year's Day"),
    easter(-3, 'Maundy Thursday'),
    easter(-2, 'Good Friday'),
    on(5, 1, 'Labour Day'),
    on(7, 20, 'Independence Day'),
    on(8, 7, 'Battle of Boyacá'),
    on(12, 8, 'Immaculate Conception'),
    on(12, 25, 'Christmas Day'),
    moved(
      toNextMonday,
      on(1, 6, 'Epiphany'),
      on(3, 19, "Saint Joseph's Day"),
      easter(39, 'Ascension Day'),
      easter(60, 'Corpus Christi'),
      easter(68, 'Sacred Heart'),
      on(6, 29, 'Saints Peter and Paul'),
      on(8, 15, 'Assumption'),
      on(10, 12, 'Day of Ethnic and Cultural Diversity'),
      on(11, 1, "All Saints' Day"),
      on(11, 11, 'Independence of Cartagena'),
    ),
  ],
});

export const lbtrPeru = calendar({
  ccyCode: 'PEN',
  system: 'LBTR PE',
  source:
    'Peru, Legislative Decree 713, art. 6, as amended by laws 31381, 31788, 31822 and 32076: nothing is substituted',
  announced: 'Days that the government declares non-working for the public sector do not close banks.',
  timeZone: 'America/Lima',
  cutOff: '16:00',
  rules: [
    on(1, 1, "New Year's Day"),
    easter(-3, 'Maundy Thursday'),
    easter(-2, 'Good Friday'),
    on(5, 1, 'Labour Day'),
    since(2024, on(6, 7, 'Battle of Arica and Flag Day')),
    on(6, 29, 'Saints Peter and Paul'),
    since(2023, on(7, 23, 'Air Force Day')),
    on(7, 28, 'Independence Day'),
    on(7, 29, 'Independence Day'),
    since(2022, on(8, 6, 'Battle of Junín')),
    on(8, 30, 'Saint Rose of Lima'),
    on(10, 8, 'Battle of Angamos'),
    on(11, 1, "All Saints' Day"),
    on(12, 8, 'Immaculate Conception'),
    since(2022, on(12, 9, 'Battle of Ayacucho')),
    on(12, 25, 'Christmas Day'),
  ],
});
