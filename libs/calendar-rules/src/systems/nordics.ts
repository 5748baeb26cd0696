import { calendar } from '../calendar.js';
import { easter } from '../rules/easter.js';
import { until } from '../rules/rule.js';
import { from, FRIDAY, MONDAY, nth, on, THURSDAY } from '../rules/sun-days.js';

/** Nothing is substituted in the north. */

const christmas = [
  on(12, 24, 'Christmas Eve'),
  on(12, 25, 'Christmas Day'),
  on(12, 26, 'Second Day of Christmas'),
];

export const rix = calendar({
  ccyCode: 'SEK',
  system: 'RIX',
  source: 'Sveriges Riksbank, RIX-RTGS terms and calendar: closed on Swedish bank holidays',
  timeZone: 'Europe/Stockholm',
  cutOff: '16:00',
  rules: [
    on(1, 1, "New Year's Day"),
    on(1, 6, 'Epiphany'),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    on(5, 1, 'May Day'),
    easter(39, 'Ascension Day'),
    on(6, 6, 'National Day'),
    from(6, 19, FRIDAY, "Midsummer's Eve"),
    ...christmas,
    on(12, 31, "New Year's Eve"),
  ],
});

export const nbo = calendar({
  ccyCode: 'NOK',
  system: 'NBO',
  source:
    "Norges Bank, Settlement days: closed on public holidays and on Christmas Eve; open on New Year's Eve",
  timeZone: 'Europe/Oslo',
  cutOff: '15:30',
  rules: [
    on(1, 1, "New Year's Day"),
    easter(-3, 'Maundy Thursday'),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    on(5, 1, 'Labour Day'),
    on(5, 17, 'Constitution Day'),
    easter(39, 'Ascension Day'),
    easter(50, 'Whit Monday'),
    ...christmas,
  ],
});

export const kronos = calendar({
  ccyCode: 'DKK',
  system: 'Kronos2',
  source:
    'Danmarks Nationalbank, calendar of Danish banking days; the Great Prayer Day was abolished from 2024 on',
  timeZone: 'Europe/Copenhagen',
  cutOff: '15:00',
  rules: [
    on(1, 1, "New Year's Day"),
    easter(-3, 'Maundy Thursday'),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    until(2023, easter(26, 'Great Prayer Day')),
    easter(39, 'Ascension Day'),
    easter(40, 'Day after Ascension Day'),
    easter(50, 'Whit Monday'),
    on(6, 5, 'Constitution Day'),
    ...christmas,
    on(12, 31, "New Year's Eve"),
  ],
});

export const millibankakerfi = calendar({
  ccyCode: 'ISK',
  system: 'MBK',
  source: 'Central Bank of Iceland, interbank system (RTGS): closed on Icelandic bank holidays',
  timeZone: 'Atlantic/Reykjavik',
  cutOff: '15:30',
  rules: [
    on(1, 1, "New Year's Day"),
    easter(-3, 'Maundy Thursday'),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    from(4, 19, THURSDAY, 'First Day of Summer'),
    on(5, 1, 'Labour Day'),
    easter(39, 'Ascension Day'),
    easter(50, 'Whit Monday'),
    on(6, 17, 'National Day'),
    nth(1, MONDAY, 8, 'Commerce Day'),
    ...christmas,
    on(12, 31, "New Year's Eve"),
  ],
});
