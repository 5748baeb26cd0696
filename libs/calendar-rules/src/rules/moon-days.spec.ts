import { chinese, fullMoon, hebrew, islamic, korean, newMoon, vietnamese } from './moon-days.js';
import type { Rule } from './rule.js';

const inYears = (rule: Rule, ...years: number[]) =>
  years.flatMap((year) => rule(year).map(({ date }) => date));

test.each<[string, Rule, string]>([
  ['Chinese New Year', chinese(1, 1, ''), '2020-01-25 2023-01-22 2026-02-17 2027-02-06 2030-02-03'],
  ['Dragon Boat, after a leap month', chinese(5, 5, ''), '2020-06-25 2023-06-22 2025-05-31 2026-06-19'],
  ['Mid-Autumn', chinese(8, 15, ''), '2020-10-01 2023-09-29 2025-10-06 2026-09-25'],
  ['Chuseok', korean(8, 15, ''), '2020-10-01 2025-10-06 2026-09-25'],
  ['Tet', vietnamese(1, 1, ''), '2026-02-17 2030-02-02'],
  ['Eid al-Fitr', islamic(10, 1, ''), '2020-05-24 2023-04-21 2024-04-10 2025-03-30 2026-03-20'],
  ['Eid al-Adha', islamic(12, 10, ''), '2020-07-31 2023-06-28 2024-06-16 2025-06-06 2026-05-27'],
  ['Islamic New Year', islamic(1, 1, ''), '2020-08-20 2025-06-26 2026-06-16'],
  ['Rosh Hashanah', hebrew('Tishri', 1, ''), '2023-09-16 2024-10-03 2025-09-23 2026-09-12'],
  ['Passover', hebrew('Nisan', 15, ''), '2023-04-06 2024-04-23 2025-04-13 2026-04-02'],
  ['Purim', hebrew('Adar', 14, ''), '2023-03-07 2024-03-24 2025-03-14 2026-03-03'],
  ['Shavuot', hebrew('Sivan', 6, ''), '2024-06-12 2025-06-02 2026-05-22'],
  ['The full moon of May, in Singapore', fullMoon(5, 7, '', 8), '2021-05-26 2022-05-16 2026-05-31'],
  ['Nyepi', newMoon(3, 8, '', 8), '2024-03-10 2025-03-29 2026-03-19'],
])('%s', (_, rule, dates) => {
  const years = dates.split(' ').map((date) => Number(date.slice(0, 4)));
  expect(inYears(rule, ...years).join(' ')).toBe(dates);
});

test('a festival occurs twice in some years', () =>
  expect(inYears(islamic(10, 1, ''), 2033)).toEqual(['2033-01-03', '2033-12-23']));

test('outside of the tables there are no days', () => {
  expect(inYears(chinese(1, 1, ''), 2000, 2099)).toEqual([]);
  expect(inYears(fullMoon(5, 7, '', 8), 2000, 2099)).toEqual([]);
});
