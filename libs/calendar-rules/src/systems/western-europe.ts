import { calendar } from '../calendar.js';
import { easter } from '../rules/easter.js';
import { except, once } from '../rules/rule.js';
import { weekendsSubstituted } from '../rules/substitution.js';
import { last, MONDAY, nth, on } from '../rules/sun-days.js';

export const target = calendar({
  ccyCode: 'EUR',
  system: 'TARGET',
  source:
    'European Central Bank, long-term calendar of TARGET closing days (14 December 2000): nothing is substituted',
  timeZone: 'Europe/Berlin',
  cutOff: '17:00',
  rules: [
    on(1, 1, "New Year's Day"),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    on(5, 1, 'Labour Day'),
    on(12, 25, 'Christmas Day'),
    on(12, 26, '26 December'),
  ],
});

export const chaps = calendar({
  ccyCode: 'GBP',
  system: 'CHAPS',
  source:
    'Bank of England: closed on bank holidays of England and Wales (Banking and Financial Dealings Act 1971 and royal proclamations)',
  timeZone: 'Europe/London',
  cutOff: '17:00',
  rules: [
    weekendsSubstituted(on(1, 1, "New Year's Day"), on(12, 25, 'Christmas Day'), on(12, 26, 'Boxing Day')),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    except([2020], nth(1, MONDAY, 5, 'Early May bank holiday')),
    once('Early May bank holiday, on the 75th anniversary of VE Day', '2020-05-08'),
    except([2022], last(MONDAY, 5, 'Spring bank holiday')),
    once('Spring bank holiday, moved to the Platinum Jubilee', '2022-06-02'),
    once('Platinum Jubilee of Elizabeth II', '2022-06-03'),
    last(MONDAY, 8, 'Summer bank holiday'),
    once('State Funeral of Elizabeth II', '2022-09-19'),
    once('Coronation of Charles III', '2023-05-08'),
  ],
});

export const sic = calendar({
  ccyCode: 'CHF',
  system: 'SIC',
  source: 'Swiss National Bank, Bank holidays in Switzerland: nothing is substituted',
  timeZone: 'Europe/Zurich',
  cutOff: '16:00',
  rules: [
    on(1, 1, "New Year's Day"),
    on(1, 2, "Berchtold's Day"),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    on(5, 1, 'Labour Day'),
    easter(39, 'Ascension Day'),
    easter(50, 'Whit Monday'),
    on(8, 1, 'National Day'),
    on(12, 25, 'Christmas Day'),
    on(12, 26, "St Stephen's Day"),
  ],
});
