import { addDays, dayOfWeek } from '@corridor/kernel';
import { calendar, fridayAndSaturday } from '../calendar.js';
import { orthodoxEaster } from '../rules/easter.js';
import { hebrew, islamic, islamicDays } from '../rules/moon-days.js';
import { once } from '../rules/rule.js';
import { moved } from '../rules/substitution.js';
import { on } from '../rules/sun-days.js';

const announced = 'The Islamic feasts are computed by Umm al-Qura and announced by the government.';

/** Independence Day avoids the Sabbath, as does the Memorial Day before it. */
const awayFromSabbath = (date: string): string => addDays(date, { 1: 1, 5: -1, 6: -2 }[dayOfWeek(date)] ?? 0);

export const zahav = calendar({
  ccyCode: 'ILS',
  system: 'Zahav',
  source: 'Bank of Israel, Zahav operating days: Fridays, Saturdays and the holidays of Israel',
  announced: 'The days of elections are announced; those until 2022 are known here.',
  timeZone: 'Asia/Jerusalem',
  cutOff: '15:00',
  weekend: fridayAndSaturday,
  rules: [
    hebrew('Tishri', 1, 'Rosh Hashanah'),
    hebrew('Tishri', 2, 'Rosh Hashanah'),
    hebrew('Tishri', 9, 'Eve of Yom Kippur'),
    hebrew('Tishri', 10, 'Yom Kippur'),
    hebrew('Tishri', 15, 'Sukkot'),
    hebrew('Tishri', 22, 'Simchat Torah'),
    hebrew('Nisan', 15, 'Passover'),
    hebrew('Nisan', 21, 'Seventh day of Passover'),
    moved(awayFromSabbath, hebrew('Iyar', 5, 'Independence Day')),
    hebrew('Sivan', 6, 'Shavuot'),
    once('Election Day', '2020-03-02', '2021-03-23', '2022-11-01'),
  ],
});

export const rtgsJordan = calendar({
  ccyCode: 'JOD',
  system: 'RTGS JO',
  source: 'Central Bank of Jordan, official holidays',
  announced,
  timeZone: 'Asia/Amman',
  cutOff: '14:00',
  weekend: fridayAndSaturday,
  rules: [
    on(1, 1, "New Year's Day"),
    on(5, 1, 'Labour Day'),
    on(5, 25, 'Independence Day'),
    on(12, 25, 'Christmas Day'),
    ...islamicDays(10, 1, 3, 'Eid al-Fitr'),
    islamic(12, 9, 'Arafat Day'),
    ...islamicDays(12, 10, 4, 'Eid al-Adha'),
    islamic(1, 1, 'Islamic New Year'),
    islamic(3, 12, "Prophet's Birthday"),
  ],
});

export const eft = calendar({
  ccyCode: 'TRY',
  system: 'EFT',
  source: 'Turkey, Law 2429 on national holidays and general rest days; half days settle',
  announced,
  timeZone: 'Europe/Istanbul',
  cutOff: '16:00',
  rules: [
    on(1, 1, "New Year's Day"),
    on(4, 23, "National Sovereignty and Children's Day"),
    on(5, 1, 'Labour and Solidarity Day'),
    on(5, 19, 'Commemoration of Atatürk, Youth and Sports Day'),
    on(7, 15, 'Democracy and National Unity Day'),
    on(8, 30, 'Victory Day'),
    on(10, 29, 'Republic Day'),
    ...islamicDays(10, 1, 3, 'Ramazan Bayramı'),
    ...islamicDays(12, 10, 4, 'Kurban Bayramı'),
  ],
});

export const egyptRtgs = calendar({
  ccyCode: 'EGP',
  system: 'RTGS EG',
  source: 'Central Bank of Egypt, bank holidays',
  announced: `${announced} Single holidays are moved to a Thursday by decree, which is not known here.`,
  timeZone: 'Africa/Cairo',
  cutOff: '14:00',
  weekend: fridayAndSaturday,
  rules: [
    on(1, 7, 'Coptic Christmas'),
    on(1, 25, 'Revolution and Police Day'),
    on(4, 25, 'Sinai Liberation Day'),
    orthodoxEaster(1, 'Sham El-Nessim'),
    on(5, 1, 'Labour Day'),
    on(6, 30, '30 June Revolution'),
    on(7, 23, 'Revolution Day'),
    on(10, 6, 'Armed Forces Day'),
    ...islamicDays(10, 1, 3, 'Eid al-Fitr'),
    islamic(12, 9, 'Arafat Day'),
    ...islamicDays(12, 10, 3, 'Eid al-Adha'),
    islamic(1, 1, 'Islamic New Year'),
    islamic(3, 12, "Prophet's Birthday"),
  ],
});
