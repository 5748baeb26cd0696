import { addDays, weekend } from '@corridor/kernel';
import { calendar } from '../calendar.js';
import { easter } from '../rules/easter.js';
import {
  after,
  chinese,
  fullMoon,
  indian,
  islamic,
  islamicDays,
  newMoon,
  vietnamese,
} from '../rules/moon-days.js';
import { dateOn, except, once, type Rule, since, until } from '../rules/rule.js';
import { sundaysSubstituted, weekendsSubstituted } from '../rules/substitution.js';
import { last, MONDAY, nth, on } from '../rules/sun-days.js';

/** Almanacs have a feast on the day before a full moon that comes early on a day: hours that meet most gazetted dates. */
const [VESAK_HOURS, THAIPUSAM_HOURS] = [-6, -14];

export const meps = calendar({
  ccyCode: 'SGD',
  system: 'MEPS+',
  source:
    "Ministry of Manpower, Singapore, public holidays by the Holidays Act 1998: a Sunday's on the next day that is none",
  announced:
    'Hari Raya, Vesak Day and Deepavali are gazetted: 2020 to 2026 are known here, later ones are computed.',
  timeZone: 'Asia/Singapore',
  cutOff: '17:00',
  rules: [
    sundaysSubstituted(
      on(1, 1, "New Year's Day"),
      chinese(1, 1, 'Chinese New Year'),
      chinese(1, 2, 'Chinese New Year'),
      easter(-2, 'Good Friday'),
      on(5, 1, 'Labour Day'),
      once(
        'Vesak Day',
        '2020-05-07',
        '2021-05-26',
        '2022-05-15',
        '2023-06-02',
        '2024-05-22',
        '2025-05-12',
        '2026-05-31',
      ),
      once(
        'Hari Raya Puasa',
        '2020-05-24',
        '2021-05-13',
        '2022-05-03',
        '2023-04-22',
        '2024-04-10',
        '2025-03-31',
        '2026-03-21',
      ),
      once(
        'Hari Raya Haji',
        '2020-07-31',
        '2021-07-20',
        '2022-07-10',
        '2023-06-29',
        '2024-06-17',
        '2025-06-07',
        '2026-05-27',
      ),
      since(
        2027,
        fullMoon(5, 7, 'Vesak Day', VESAK_HOURS),
        islamic(10, 1, 'Hari Raya Puasa'),
        islamic(12, 10, 'Hari Raya Haji'),
      ),
      on(8, 9, 'National Day'),
      indian('deepavali', 'Deepavali'),
      on(12, 25, 'Christmas Day'),
    ),
    once('Polling Day', '2020-07-10', '2023-09-01'),
  ],
});

export const rentas = calendar({
  ccyCode: 'MYR',
  system: 'RENTAS',
  source:
    "Bank Negara Malaysia: business days of Kuala Lumpur (Holidays Act 1951): a Sunday's holiday on the next day that is none",
  announced: 'The Islamic feasts, Thaipusam, Wesak and Deepavali are computed here and gazetted each year.',
  timeZone: 'Asia/Kuala_Lumpur',
  cutOff: '16:00',
  rules: [
    sundaysSubstituted(
      on(1, 1, "New Year's Day"),
      fullMoon(1, 15, 'Thaipusam', THAIPUSAM_HOURS),
      on(2, 1, 'Federal Territory Day'),
      chinese(1, 1, 'Chinese New Year'),
      chinese(1, 2, 'Chinese New Year'),
      islamic(9, 17, 'Nuzul al-Quran'),
      on(5, 1, 'Labour Day'),
      fullMoon(5, 7, 'Wesak Day', VESAK_HOURS),
      except([2020], nth(1, MONDAY, 6, "Agong's Birthday")),
      once("Agong's Birthday", '2020-06-08'),
      ...islamicDays(10, 1, 2, 'Hari Raya Puasa'),
      islamic(12, 10, 'Hari Raya Haji'),
      islamic(1, 1, 'Awal Muharram'),
      islamic(3, 12, 'Maulidur Rasul'),
      on(8, 31, 'National Day'),
      on(9, 16, 'Malaysia Day'),
      indian('deepavali', 'Deepavali'),
      on(12, 25, 'Christmas Day'),
    ),
  ],
});

export const biRtgs = calendar({
  ccyCode: 'IDR',
  system: 'BI-RTGS',
  source: 'Indonesia, joint decree of three ministers on national holidays; Bank Indonesia keeps them',
  announced:
    'The feasts are computed here and decreed each year, together with days of collective leave, which are not known here.',
  timeZone: 'Asia/Jakarta',
  cutOff: '15:00',
  rules: [
    on(1, 1, "New Year's Day"),
    islamic(7, 27, "Isra Mi'raj"),
    chinese(1, 1, 'Imlek'),
    newMoon(3, 2, 'Nyepi', 22),
    easter(-2, 'Good Friday'),
    on(5, 1, 'Labour Day'),
    easter(39, 'Ascension Day'),
    fullMoon(5, 7, 'Waisak', 7),
    on(6, 1, 'Pancasila Day'),
    ...islamicDays(10, 1, 2, 'Idul Fitri'),
    islamic(12, 10, 'Idul Adha'),
    islamic(1, 1, 'Islamic New Year'),
    on(8, 17, 'Independence Day'),
    islamic(3, 12, 'Maulid'),
    on(12, 25, 'Christmas Day'),
  ],
});

/** One day for the three, however many of them fall on a weekend. */
const songkran: Rule = (year) => {
  const days = [13, 14, 15].map((day) => ({ date: dateOn(year, 4, day), name: 'Songkran' }));
  if (!days.some(({ date }) => weekend(date))) return days;
  let substitute = dateOn(year, 4, 16);
  while (weekend(substitute)) substitute = addDays(substitute, 1);
  return [...days, { date: substitute, name: 'Songkran, substitute day' }];
};

export const bahtnet = calendar({
  ccyCode: 'THB',
  system: 'BAHTNET',
  source:
    "Bank of Thailand, Financial Institutions' Holidays: a weekend's holiday on the next weekday that is none",
  announced:
    'The feasts of the full moon are announced: 2020 to 2026 are known here, later ones are computed. Days that the cabinet adds are announced too.',
  timeZone: 'Asia/Bangkok',
  cutOff: '15:30',
  rules: [
    except([2020], songkran),
    weekendsSubstituted(
      on(1, 1, "New Year's Day"),
      once(
        'Makha Bucha',
        '2020-02-08',
        '2021-02-26',
        '2022-02-16',
        '2023-03-06',
        '2024-02-24',
        '2025-02-12',
        '2026-03-03',
      ),
      once(
        'Visakha Bucha',
        '2020-05-06',
        '2021-05-26',
        '2022-05-15',
        '2023-06-03',
        '2024-05-22',
        '2025-05-11',
        '2026-05-31',
      ),
      once(
        'Asarnha Bucha',
        '2020-07-05',
        '2021-07-24',
        '2022-07-13',
        '2023-08-01',
        '2024-07-20',
        '2025-07-10',
        '2026-07-29',
      ),
      since(
        2027,
        fullMoon(2, 7, 'Makha Bucha', 7),
        fullMoon(5, 7, 'Visakha Bucha', 7),
        fullMoon(7, 5, 'Asarnha Bucha', 7),
      ),
      on(4, 6, 'Chakri Memorial Day'),
      on(5, 1, 'Labour Day'),
      on(5, 4, 'Coronation Day'),
      on(6, 3, "Queen Suthida's Birthday"),
      on(7, 28, "King Vajiralongkorn's Birthday"),
      on(8, 12, "Queen Sirikit's Birthday"),
      on(10, 13, 'King Bhumibol Memorial Day'),
      on(10, 23, 'Chulalongkorn Day'),
      on(12, 5, "King Bhumibol's Birthday"),
      on(12, 10, 'Constitution Day'),
      on(12, 31, "New Year's Eve"),
    ),
    once('Songkran, moved in the epidemic', '2020-07-27', '2020-09-04', '2020-09-07'),
    once('Special holiday', '2020-11-19', '2020-11-20', '2020-12-11', '2021-02-12', '2021-04-12'),
  ],
});

export const philpass = calendar({
  ccyCode: 'PHP',
  system: 'PhilPaSSplus',
  source:
    'Philippines, Republic Act 9492 and the yearly proclamation of regular holidays and special non-working days',
  announced:
    'The feasts of Islam are computed here and proclaimed; the president moves holidays and adds days each year.',
  timeZone: 'Asia/Manila',
  cutOff: '15:00',
  rules: [
    on(1, 1, "New Year's Day"),
    chinese(1, 1, 'Chinese New Year'),
    until(2022, on(2, 25, 'EDSA People Power Anniversary')),
    once('EDSA People Power Anniversary, moved', '2023-02-24'),
    easter(-3, 'Maundy Thursday'),
    easter(-2, 'Good Friday'),
    except([2023], on(4, 9, 'Day of Valor')),
    once('Day of Valor, moved', '2023-04-10'),
    on(5, 1, 'Labor Day'),
    on(6, 12, 'Independence Day'),
    except([2024], on(8, 21, 'Ninoy Aquino Day')),
    once('Ninoy Aquino Day, moved', '2024-08-23'),
    last(MONDAY, 8, 'National Heroes Day'),
    on(11, 1, "All Saints' Day"),
    except([2023], on(11, 30, 'Bonifacio Day')),
    once('Bonifacio Day, moved', '2023-11-27'),
    on(12, 8, 'Immaculate Conception'),
    on(12, 25, 'Christmas Day'),
    on(12, 30, 'Rizal Day'),
    on(12, 31, 'Last Day of the Year'),
    islamic(10, 1, "Eid'l Fitr"),
    islamic(12, 10, "Eid'l Adha"),
  ],
});

export const ibps = calendar({
  ccyCode: 'VND',
  system: 'IBPS',
  source: "Vietnam, Labour Code 2019, art. 112: a weekend's holiday on the next weekday that is none",
  announced:
    'Which five days are Tết, and whether 1 or 3 September goes with National Day, is decided each year; taken here are the eve with four days, and 1 September.',
  timeZone: 'Asia/Ho_Chi_Minh',
  cutOff: '15:30',
  rules: [
    weekendsSubstituted(
      on(1, 1, "New Year's Day"),
      ...[-1, 0, 1, 2, 3].map((days) => after(days, 'Tết', vietnamese(1, 1, 'Tết'))),
      vietnamese(3, 10, "Hùng Kings' Commemoration"),
      on(4, 30, 'Reunification Day'),
      on(5, 1, 'Labour Day'),
      on(9, 2, 'National Day'),
      since(2021, on(9, 1, 'National Day')),
    ),
  ],
});
