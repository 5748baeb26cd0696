import { calendar } from '../calendar.js';
import { easter } from '../rules/easter.js';
import { islamic, islamicDays } from '../rules/moon-days.js';
import { once, since, until } from '../rules/rule.js';
import { sundaysSubstituted, weekendsSubstituted } from '../rules/substitution.js';
import { FRIDAY, nth, on } from '../rules/sun-days.js';

const announced = 'The Islamic feasts are computed by Umm al-Qura and announced by the government.';

export const samos = calendar({
  ccyCode: 'ZAR',
  system: 'SAMOS',
  source: "South Africa, Public Holidays Act 36 of 1994: a Sunday's holiday on the Monday",
  announced: 'Elections and days that the president declares are announced; those until 2024 are known here.',
  timeZone: 'Africa/Johannesburg',
  cutOff: '15:00',
  rules: [
    sundaysSubstituted(
      on(1, 1, "New Year's Day"),
      on(3, 21, 'Human Rights Day'),
      on(4, 27, 'Freedom Day'),
      on(5, 1, "Workers' Day"),
      on(6, 16, 'Youth Day'),
      on(8, 9, "National Women's Day"),
      on(9, 24, 'Heritage Day'),
      on(12, 16, 'Day of Reconciliation'),
      on(12, 26, 'Day of Goodwill'),
    ),
    on(12, 25, 'Christmas Day'), // on a Sunday the Monday is a holiday already
    easter(-2, 'Good Friday'),
    easter(1, 'Family Day'),
    once('Election Day', '2021-11-01', '2024-05-29'),
    once('Declared public holiday', '2022-12-27', '2023-12-15'),
  ],
});

export const srbm = calendar({
  ccyCode: 'MAD',
  system: 'SRBM',
  source: 'Morocco, decree on paid public holidays: Amazigh New Year since 2024, Unity Day since 2025',
  announced,
  timeZone: 'Africa/Casablanca',
  cutOff: '15:00',
  rules: [
    on(1, 1, "New Year's Day"),
    on(1, 11, 'Proclamation of Independence'),
    since(2024, on(1, 14, 'Amazigh New Year')),
    on(5, 1, 'Labour Day'),
    on(7, 30, 'Throne Day'),
    on(8, 14, 'Oued Ed-Dahab Day'),
    on(8, 20, 'Revolution of the King and the People'),
    on(8, 21, 'Youth Day'),
    since(2025, on(10, 31, 'Unity Day')),
    on(11, 6, 'Green March'),
    on(11, 18, 'Independence Day'),
    ...islamicDays(10, 1, 2, 'Eid al-Fitr'),
    ...islamicDays(12, 10, 2, 'Eid al-Adha'),
    islamic(1, 1, 'Islamic New Year'),
    ...islamicDays(3, 12, 2, "Prophet's Birthday"),
  ],
});

export const kepss = calendar({
  ccyCode: 'KES',
  system: 'KEPSS',
  source: "Kenya, Public Holidays Act (cap. 110): a Sunday's holiday on the next day that is none",
  announced: `${announced} Idd-ul-Azha is gazetted as it comes and is not known here.`,
  timeZone: 'Africa/Nairobi',
  cutOff: '15:00',
  rules: [
    sundaysSubstituted(
      on(1, 1, "New Year's Day"),
      on(5, 1, 'Labour Day'),
      on(6, 1, 'Madaraka Day'),
      on(10, 10, 'Mazingira Day'),
      on(10, 20, 'Mashujaa Day'),
      on(12, 12, 'Jamhuri Day'),
      on(12, 25, 'Christmas Day'),
      on(12, 26, 'Boxing Day'),
    ),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    islamic(10, 1, 'Idd-ul-Fitr'),
  ],
});

export const nigeriaRtgs = calendar({
  ccyCode: 'NGN',
  system: 'RTGS NG',
  source:
    "Nigeria, Public Holidays Act (cap. P40) and the declarations of the Ministry of Interior: a weekend's holiday on the next weekday",
  announced,
  timeZone: 'Africa/Lagos',
  cutOff: '15:00',
  rules: [
    weekendsSubstituted(
      on(1, 1, "New Year's Day"),
      on(5, 1, "Workers' Day"),
      on(6, 12, 'Democracy Day'),
      on(10, 1, 'Independence Day'),
      on(12, 25, 'Christmas Day'),
      on(12, 26, 'Boxing Day'),
    ),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    ...islamicDays(10, 1, 2, 'Eid al-Fitr'),
    ...islamicDays(12, 10, 2, 'Eid al-Adha'),
    islamic(3, 12, 'Eid al-Maulud'),
  ],
});

export const gis = calendar({
  ccyCode: 'GHS',
  system: 'GIS',
  source: "Ghana, Public Holidays Act 601 as amended in 2025: a weekend's holiday on the next weekday",
  announced: `${announced} Since 2025 midweek holidays may be moved to a Friday or Monday, which is not known here.`,
  timeZone: 'Africa/Accra',
  cutOff: '15:00',
  rules: [
    weekendsSubstituted(
      on(1, 1, "New Year's Day"),
      until(2024, on(1, 7, 'Constitution Day'), on(8, 4, "Founders' Day")),
      on(3, 6, 'Independence Day'),
      on(5, 1, 'May Day'),
      since(2025, on(7, 1, 'Republic Day')),
      on(9, 21, "Founder's Day"),
      on(12, 25, 'Christmas Day'),
      on(12, 26, 'Boxing Day'),
    ),
    easter(-2, 'Good Friday'),
    easter(1, 'Easter Monday'),
    nth(1, FRIDAY, 12, "Farmers' Day"),
    islamic(10, 1, 'Eid al-Fitr'),
    islamic(12, 10, 'Eid al-Adha'),
  ],
});
