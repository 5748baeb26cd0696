import { calendar } from '../calendar.js';
import { easter } from '../rules/easter.js';
import { once } from '../rules/rule.js';
import { weekendsSubstituted } from '../rules/substitution.js';
import { from, MONDAY, nth, on } from '../rules/sun-days.js';

export const rits = calendar({
  ccyCode: 'AUD',
  system: 'RITS',
  source:
    'Reserve Bank of Australia, RITS Business Hours: eight holidays where New South Wales and Victoria both observe them; Anzac Day is not substituted',
  timeZone: 'Australia/Sydney',
  cutOff: '16:30',
  rules: [
    weekendsSubstituted(
      on(1, 1, "New Year's Day"),
      on(1, 26, 'Australia Day'),
      on(12, 25, 'Christmas Day'),
      on(12, 26, 'Boxing Day'),
    ),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    on(4, 25, 'Anzac Day'),
    nth(2, MONDAY, 6, "King's Birthday"),
  ],
});

/** Te Kāhui o Matariki Public Holiday Act 2022, schedule 1. */
const matariki = [
  '2022-06-24', '2023-07-14', '2024-06-28', '2025-06-20', '2026-07-10', '2027-06-25', '2028-07-14',
  '2029-07-06', '2030-06-21', '2031-07-11', '2032-07-02', '2033-06-24', '2034-07-07', '2035-06-29',
  '2036-07-18', '2037-07-10', '2038-06-25', '2039-07-15', '2040-07-06', '2041-07-19', '2042-07-11',
]; // prettier-ignore

export const esas = calendar({
  ccyCode: 'NZD',
  system: 'ESAS',
  source:
    'Reserve Bank of New Zealand, ESAS: national public holidays by the Holidays Act 2003; provincial anniversaries do not close it',
  timeZone: 'Pacific/Auckland',
  cutOff: '16:00',
  rules: [
    weekendsSubstituted(
      on(1, 1, "New Year's Day"),
      on(1, 2, "Day after New Year's Day"),
      on(2, 6, 'Waitangi Day'),
      on(4, 25, 'Anzac Day'),
      on(12, 25, 'Christmas Day'),
      on(12, 26, 'Boxing Day'),
    ),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    nth(1, MONDAY, 6, "King's Birthday"),
    once('Matariki', ...matariki),
    once('Queen Elizabeth II Memorial Day', '2022-09-26'),
    from(10, 22, MONDAY, 'Labour Day'),
  ],
});
