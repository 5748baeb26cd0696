import { calendar } from '../calendar.js';
import { after, korean } from '../rules/moon-days.js';
import { once, type Rule, since, until } from '../rules/rule.js';
import { substituted } from '../rules/substitution.js';
import { on, SATURDAY, SUNDAY } from '../rules/sun-days.js';

const threeDays = (name: string, month: number, day: number): Rule[] =>
  [-1, 0, 1].map((days) => after(days, name, korean(month, day, name)));

const liberation = on(8, 15, 'Liberation Day');
const foundation = [on(10, 3, 'National Foundation Day'), on(10, 9, 'Hangeul Day')];
const march = on(3, 1, 'Independence Movement Day');
const buddha = korean(4, 8, "Buddha's Birthday");
const christmas = on(12, 25, 'Christmas Day');

export const bokWire = calendar({
  ccyCode: 'KRW',
  system: 'BOK-Wire+',
  source:
    'Korea, Regulations on Holidays of Government Offices: Seollal and Chuseok substituted on Sundays, national days and feasts on Saturdays too (since 2021 and 2023); Labour Day for banks',
  announced: 'Elections and days that the cabinet gives are announced; those of 2020 to 2026 are known here.',
  timeZone: 'Asia/Seoul',
  cutOff: '15:30',
  rules: [
    on(1, 1, "New Year's Day"),
    on(5, 1, 'Labour Day'),
    on(6, 6, 'Memorial Day'),
    until(2021, march),
    until(2020, liberation, ...foundation),
    until(2022, buddha, christmas),
    substituted(
      [
        { lost: [SUNDAY], rules: [...threeDays('Seollal', 1, 1), ...threeDays('Chuseok', 8, 15)] },
        {
          lost: [SATURDAY, SUNDAY],
          rules: [
            on(5, 5, "Children's Day"),
            since(2021, liberation, ...foundation),
            since(2022, march),
            since(2023, buddha, christmas),
            since(2026, on(7, 17, 'Constitution Day')),
          ],
        },
      ],
      true,
    ),
    once('Election Day', '2020-04-15', '2022-03-09', '2022-06-01', '2024-04-10', '2025-06-03', '2026-06-03'),
    once('Temporary holiday', '2020-08-17', '2023-10-02', '2024-10-01', '2025-01-27'),
  ],
});
