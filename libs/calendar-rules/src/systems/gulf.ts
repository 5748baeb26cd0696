import { weekend } from '@corridor/kernel';
import { calendar, fridayAndSaturday } from '../calendar.js';
import { islamic, islamicDays } from '../rules/moon-days.js';
import { since, until } from '../rules/rule.js';
import { nth, on, SUNDAY, TUESDAY } from '../rules/sun-days.js';

const announced =
  'The Islamic feasts are computed by Umm al-Qura; they are announced on the sighting of the moon.';

export const uaefts = calendar({
  ccyCode: 'AED',
  system: 'UAEFTS',
  source:
    'United Arab Emirates, Cabinet resolutions on public holidays; the weekend is Saturday and Sunday since 2022',
  announced,
  timeZone: 'Asia/Dubai',
  cutOff: '15:00',
  weekend: (date) => (date < '2022-01-01' ? fridayAndSaturday(date) : weekend(date)),
  rules: [
    on(1, 1, "New Year's Day"),
    ...islamicDays(10, 1, 3, 'Eid al-Fitr'),
    islamic(12, 9, 'Arafat Day'),
    ...islamicDays(12, 10, 3, 'Eid al-Adha'),
    islamic(1, 1, 'Islamic New Year'),
    islamic(3, 12, "Prophet's Birthday"),
    until(2023, on(12, 1, 'Commemoration Day')),
    on(12, 2, 'National Day'),
    on(12, 3, 'National Day'),
  ],
});

export const sarie = calendar({
  ccyCode: 'SAR',
  system: 'SARIE',
  source: 'Saudi Central Bank, bank holidays: Founding Day since 2022',
  announced,
  timeZone: 'Asia/Riyadh',
  cutOff: '15:00',
  weekend: fridayAndSaturday,
  rules: [
    since(2022, on(2, 22, 'Founding Day')),
    on(9, 23, 'National Day'),
    ...islamicDays(10, 1, 4, 'Eid al-Fitr'),
    ...islamicDays(12, 9, 4, 'Eid al-Adha'),
  ],
});

export const qps = calendar({
  ccyCode: 'QAR',
  system: 'QPS',
  source: 'Qatar Central Bank, official holidays of financial institutions',
  announced,
  timeZone: 'Asia/Qatar',
  cutOff: '13:00',
  weekend: fridayAndSaturday,
  rules: [
    nth(2, TUESDAY, 2, 'National Sports Day'),
    nth(1, SUNDAY, 3, 'Bank holiday'),
    ...islamicDays(10, 1, 3, 'Eid al-Fitr'),
    ...islamicDays(12, 10, 3, 'Eid al-Adha'),
    on(12, 18, 'National Day'),
  ],
});

export const kassip = calendar({
  ccyCode: 'KWD',
  system: 'KASSIP',
  source: 'Kuwait, Civil Service Council on public holidays, which the Central Bank keeps',
  announced,
  timeZone: 'Asia/Kuwait',
  cutOff: '13:00',
  weekend: fridayAndSaturday,
  rules: [
    on(1, 1, "New Year's Day"),
    on(2, 25, 'National Day'),
    on(2, 26, 'Liberation Day'),
    islamic(7, 27, "Isra and Mi'raj"),
    ...islamicDays(10, 1, 3, 'Eid al-Fitr'),
    islamic(12, 9, 'Arafat Day'),
    ...islamicDays(12, 10, 3, 'Eid al-Adha'),
    islamic(1, 1, 'Islamic New Year'),
    islamic(3, 12, "Prophet's Birthday"),
  ],
});

export const bahrainRtgs = calendar({
  ccyCode: 'BHD',
  system: 'RTGS BH',
  source: 'Central Bank of Bahrain, official holidays',
  announced,
  timeZone: 'Asia/Bahrain',
  cutOff: '14:00',
  weekend: fridayAndSaturday,
  rules: [
    on(1, 1, "New Year's Day"),
    on(5, 1, 'Labour Day'),
    ...islamicDays(10, 1, 3, 'Eid al-Fitr'),
    islamic(12, 9, 'Arafat Day'),
    ...islamicDays(12, 10, 3, 'Eid al-Adha'),
    islamic(1, 1, 'Islamic New Year'),
    ...islamicDays(1, 9, 2, 'Ashura'),
    islamic(3, 12, "Prophet's Birthday"),
    on(12, 16, 'National Day'),
    on(12, 17, 'Accession Day'),
  ],
});

export const omanRtgs = calendar({
  ccyCode: 'OMR',
  system: 'RTGS OM',
  source:
    'Oman, Royal Decrees 56/2020 and 15/2022 on official holidays; National Day on 20 and 21 November since 2025',
  announced,
  timeZone: 'Asia/Muscat',
  cutOff: '13:00',
  weekend: fridayAndSaturday,
  rules: [
    since(2022, on(1, 11, "Sultan's Accession Day")),
    islamic(7, 27, "Isra and Mi'raj"),
    ...islamicDays(10, 1, 3, 'Eid al-Fitr'),
    ...islamicDays(12, 9, 4, 'Eid al-Adha'),
    islamic(1, 1, 'Islamic New Year'),
    islamic(3, 12, "Prophet's Birthday"),
    until(2024, on(11, 18, 'National Day'), on(11, 19, 'National Day')),
    since(2025, on(11, 20, 'National Day'), on(11, 21, 'National Day')),
  ],
});
