import { addDays } from '@corridor/kernel';
import { calendar } from '../calendar.js';
import { easter } from '../rules/easter.js';
import { after, chinese, sunAt } from '../rules/moon-days.js';
import { closingsBy, once, type Rule, since, until } from '../rules/rule.js';
import { clashesSubstituted } from '../rules/substitution.js';
import { on } from '../rules/sun-days.js';

const days = (count: number, from: Rule): Rule[] =>
  Array.from(
    { length: count },
    (_, n) => (year: number) => from(year).map(({ date, name }) => ({ date: addDays(date, n), name })),
  );

const eve = (name: string): Rule => after(-1, name, chinese(1, 1, name));

/** A statutory day with the weekend beside it: what the State Council does with a day next to one. */
const longWeekend = (rule: Rule): Rule => clashesSubstituted((year) => closingsBy([rule], year));

export const cnaps = calendar({
  ccyCode: 'CNY',
  system: 'CNAPS',
  source:
    'State Council, Regulation on Public Holidays (as amended in 2013 and 2024) and its yearly notice of holiday arrangements',
  announced:
    'Each November the State Council announces the next year: 2020 to 2026 are known here. From 2027 on: Spring Festival from the eve for eight days, National Day from 1 to 7 October, Labour Day from 1 to 5 May, other feasts with the Monday after a Sunday; weekends that are worked are not used.',
  timeZone: 'Asia/Shanghai',
  cutOff: '16:00',
  rules: [
    until(
      2026,
      on(1, 1, "New Year's Day"),
      once("New Year's Day", '2022-01-03', '2023-01-02', '2026-01-02'),
      ...['2020-01-24', '2021-02-11', '2022-01-31', '2023-01-21', '2025-01-28', '2026-02-16'].flatMap(
        (first) =>
          days(first === '2026-02-16' ? 8 : first === '2025-01-28' ? 8 : 7, once('Spring Festival', first)),
      ),
      ...days(8, once('Spring Festival', '2024-02-10')),
      once('Spring Festival, extended against the epidemic', '2020-01-31'),
      once('Qingming', '2020-04-06', '2021-04-05', '2022-04-04', '2022-04-05', '2023-04-05'),
      once('Qingming', '2024-04-04', '2024-04-05', '2025-04-04', '2026-04-06'),
      once('Labour Day', '2020-05-01', '2020-05-04', '2020-05-05', '2021-05-03', '2021-05-04', '2021-05-05'),
      once('Labour Day', '2022-05-02', '2022-05-03', '2022-05-04', '2023-05-01', '2023-05-02', '2023-05-03'),
      once('Labour Day', '2024-05-01', '2024-05-02', '2024-05-03', '2025-05-01', '2025-05-02', '2025-05-05'),
      once('Labour Day', '2026-05-01', '2026-05-04', '2026-05-05'),
      once('Dragon Boat Festival', '2020-06-25', '2020-06-26', '2021-06-14', '2022-06-03', '2023-06-22'),
      once('Dragon Boat Festival', '2023-06-23', '2024-06-10', '2025-06-02', '2026-06-19'),
      once('Mid-Autumn Festival', '2021-09-20', '2021-09-21', '2022-09-12', '2023-09-29', '2024-09-16'),
      once('Mid-Autumn Festival', '2024-09-17', '2026-09-25'),
      ...days(7, on(10, 1, 'National Day')),
      once('National Day and Mid-Autumn Festival', '2020-10-08', '2025-10-08'),
    ),
    since(
      2027,
      longWeekend(on(1, 1, "New Year's Day")),
      ...days(8, eve('Spring Festival')),
      longWeekend(sunAt('qingmingInBeijing', 'Qingming')),
      ...days(5, on(5, 1, 'Labour Day')),
      longWeekend(chinese(5, 5, 'Dragon Boat Festival')),
      longWeekend(chinese(8, 15, 'Mid-Autumn Festival')),
      ...days(7, on(10, 1, 'National Day')),
    ),
  ],
});

export const chats = calendar({
  ccyCode: 'HKD',
  system: 'CHATS',
  source:
    "Hong Kong, General Holidays Ordinance (cap. 149): a Sunday's holiday, and the second of two on one day, on the next day that is none",
  timeZone: 'Asia/Hong_Kong',
  cutOff: '16:30',
  rules: [
    clashesSubstituted(
      on(1, 1, "New Year's Day"),
      chinese(1, 1, "Lunar New Year's Day"),
      chinese(1, 2, 'Second day of Lunar New Year'),
      chinese(1, 3, 'Third day of Lunar New Year'),
      sunAt('qingmingInBeijing', 'Ching Ming Festival'),
      easter(-2, 'Good Friday'),
      easter(1, 'Easter Monday'),
      chinese(4, 8, "Buddha's Birthday"),
      on(5, 1, 'Labour Day'),
      chinese(5, 5, 'Tuen Ng Festival'),
      on(7, 1, 'HKSAR Establishment Day'),
      chinese(8, 16, 'Day after Mid-Autumn Festival'),
      on(10, 1, 'National Day'),
      chinese(9, 9, 'Chung Yeung Festival'),
      on(12, 25, 'Christmas Day'),
      on(12, 26, 'First weekday after Christmas'),
    ),
  ],
});
