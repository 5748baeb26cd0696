import type { CalendarDate } from '@corridor/kernel';

/**
 * The civil calendars of the npm package date-holidays, by currency: an oracle without settlement systems. For the
 * euro, which has no country, it uses Germany.
 */
export const oracles: Readonly<Record<string, string>> = {
  ...{ AED: 'AE', AUD: 'AU-NSW', BDT: 'BD', BHD: 'BH', BRL: 'BR', CAD: 'CA-ON', CHF: 'CH-ZH', CLP: 'CL' },
  ...{
    CNY: 'CN',
    COP: 'CO',
    CZK: 'CZ',
    DKK: 'DK',
    EGP: 'EG',
    EUR: 'DE',
    GBP: 'GB-ENG',
    GHS: 'GH',
    HKD: 'HK',
  },
  ...{ HUF: 'HU', IDR: 'ID', ILS: 'IL', INR: 'IN-MH', ISK: 'IS', JPY: 'JP', KES: 'KE', KRW: 'KR', LKR: 'LK' },
  ...{ MAD: 'MA', MXN: 'MX', MYR: 'MY-14', NGN: 'NG', NOK: 'NO', NZD: 'NZ', PEN: 'PE', PHP: 'PH', PKR: 'PK' },
  ...{ PLN: 'PL', RON: 'RO', SAR: 'SA', SEK: 'SE', SGD: 'SG', THB: 'TH', TRY: 'TR', TWD: 'TW', USD: 'US' },
  ...{ VND: 'VN', ZAR: 'ZA' },
};

/** Their countries it does not have. */
export const withoutOracle = ['JOD', 'KWD', 'OMR', 'QAR'];

/** A closed day that only one of the two has: on how many weekdays, from when to when, and why. */
export interface Difference {
  readonly who: 'ours' | 'theirs';
  readonly name: string;
  readonly times: number;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  readonly why: string;
}
const reasons = {
  announced: 'Given or moved by announcement for these dates alone; the oracle has not heard of it.',
  bank: 'A holiday of banks alone, which a civil calendar does not list.',
  china:
    'The State Council makes a week of the feast, and of single days long weekends; the oracle has the statutory days alone.',
  clash: 'Two holidays fall on one day, and the next weekday is had: the oracle does not know of it.',
  days: 'The oracle gives the feast fewer days, or another first day, than banks do.',
  equinox: 'Between two holidays: the oracle misses it in this year.',
  feastsub: 'The feasts of Islam are not substituted here: their day is declared as it comes.',
  fixed: 'The oracle repeats the dates of 2026 in every year: these feasts move with the moon.',
  fixedbd: 'The oracle has a fixed date for a feast that moves with the moon, or none.',
  gazetteke: 'Gazetted as it comes, for Muslims; banks are open.',
  hijri:
    "The oracle's Islamic calendar departs by a day from Umm al-Qura as ICU has it in some years, most of them after 2029.",
  iceland: 'The first Thursday after 18 April: in these years the oracle is a week off, or has none.',
  law: 'The oracle does not know in which years the law was or will be in force.',
  leap: 'The oracle puts the leap month of 2033 after the seventh; the almanacs of China put it after the eleventh.',
  missing: 'A holiday by law that the oracle does not have.',
  moon: "Computed here by the moon; the oracle's dates end, or are those of another almanac.",
  more: 'The oracle gives the feast more days than banks do.',
  observance: 'A civil holiday, or one of some professions or offices, on which the system settles.',
  regional:
    'A holiday of this region alone; the system keeps national ones, or those that its two largest states share.',
  sighted:
    'The subcontinent sights the moon a day after Umm al-Qura, as a rule; the oracle goes by Umm al-Qura.',
  special: 'A special non-working day, on which banks rest; the oracle counts it as optional.',
  substitute: 'The oracle does not know that a holiday on a weekend is had on a weekday in this country.',
  sundays:
    'Offices rest on the Friday before a holiday that falls on a Saturday; the Federal Reserve Banks do not.',
  unknown: 'No official list that we know of has it.',
};

/** Currency, who has it, on how many weekdays, from, to, the reason, and the name there. */
const table = `
  AED ours    13 2020-07-30 2039-01-04 missing    Arafat Day
  AED ours     4 2020-12-01 2023-12-01 missing    Commemoration Day
  AED ours    12 2020-12-03 2040-12-03 missing    National Day
  AED ours     2 2033-01-05 2037-11-11 hijri      Eid al-Fitr
  AED ours     4 2033-03-14 2040-12-17 hijri      Eid al-Adha
  AED ours     2 2033-06-10 2036-05-09 hijri      Prophet's Birthday
  AED ours     3 2034-03-22 2037-02-17 hijri      Islamic New Year
  AED theirs  15 2020-03-22 2039-08-17 observance Laylat al-Mi'raj
  AED theirs  15 2021-04-13 2040-09-07 observance First day of Ramadan
  AED theirs   5 2030-05-03 2038-02-05 hijri      Islamic New Year
  AED theirs   2 2033-06-09 2036-05-08 hijri      Birthday of Muhammad (Mawlid)
  AUD theirs   5 2020-04-27 2037-04-27 regional   Anzac Day (substitute day)
  AUD theirs  21 2020-08-03 2040-08-06 regional   Bank Holiday
  AUD theirs  21 2020-10-05 2040-10-01 regional   Labour Day
  AUD theirs   1 2022-09-22 2022-09-22 observance National Day of Mourning for Queen Elizabeth II
  BDT ours    16 2020-04-09 2039-09-05 missing    Shab-e-Barat
  BDT ours    14 2020-05-21 2039-10-16 missing    Shab-e-Qadr
  BDT ours    29 2020-07-01 2040-12-31 bank       Bank holiday
  BDT ours    15 2020-08-30 2040-01-25 sighted    Ashura
  BDT ours    12 2021-05-26 2039-05-08 fixedbd    Buddha Purnima
  BDT ours    14 2021-08-29 2040-08-29 fixedbd    Janmashtami
  BDT ours    14 2021-10-19 2039-04-07 sighted    Eid-e-Miladunnabi
  BDT ours    16 2022-10-05 2040-10-15 fixedbd    Durga Puja (Bijoya Dashami)
  BDT ours    12 2025-08-05 2040-08-05 law        July Mass Uprising Day
  BDT ours     2 2033-01-05 2037-11-11 sighted    Eid al-Fitr
  BDT ours     4 2033-03-14 2040-12-17 sighted    Eid al-Adha
  BDT theirs  17 2020-10-29 2040-03-25 sighted    Birthday of Muhammad (Mawlid)
  BDT theirs  13 2021-05-19 2039-05-19 fixedbd    Buddha's Birthday
  BDT theirs  14 2021-08-18 2040-01-24 sighted    Day of Ashura
  BDT theirs  14 2021-08-24 2039-08-24 fixedbd    Krishna Janmashtami
  BDT theirs  12 2023-10-08 2037-10-08 fixedbd    Durga Puja
  BDT theirs  11 2024-08-15 2040-08-15 law        National Mourning Day
  BDT theirs  10 2025-03-17 2039-03-17 law        Mujib's Birthday & Children's Day
  BDT theirs   2 2033-01-02 2037-11-08 sighted    End of Ramadan (Eid al-Fitr)
  BDT theirs   3 2035-02-18 2037-01-26 sighted    Feast of the Sacrifice (Eid al-Adha)
  BHD ours    34 2020-05-25 2040-10-09 days       Eid al-Fitr
  BHD ours    15 2021-08-17 2040-01-23 days       Ashura
  BHD ours     4 2033-03-14 2037-01-29 hijri      Eid al-Adha
  BHD ours     2 2034-03-22 2037-02-17 hijri      Islamic New Year
  BHD theirs   2 2033-01-02 2037-11-08 hijri      End of Ramadan (Eid al-Fitr)
  BHD theirs   4 2033-03-10 2040-12-13 hijri      Arafat Day
  BHD theirs   2 2033-06-09 2036-05-08 hijri      Birthday of Muhammad (Mawlid)
  BHD theirs   3 2034-03-21 2037-02-16 hijri      Islamic New Year
  CAD ours    15 2020-11-11 2039-11-11 bank       Remembrance Day
  CAD ours     7 2020-12-28 2038-12-28 substitute Boxing Day, substitute day
  CAD ours    14 2021-09-30 2039-09-30 bank       National Day for Truth and Reconciliation
  CAD ours     7 2021-12-27 2039-12-27 substitute Christmas Day, substitute day
  CAD ours     7 2022-01-03 2040-01-02 substitute New Year's Day, substitute day
  CAD ours     6 2023-07-03 2040-07-02 substitute Canada Day, substitute day
  CAD ours     6 2023-10-02 2040-10-01 substitute National Day for Truth and Reconciliation, substitute day
  CAD ours     6 2023-11-13 2040-11-12 substitute Remembrance Day, substitute day
  CAD theirs  21 2020-02-17 2040-02-20 regional   Family Day
  CAD theirs  21 2020-04-13 2040-04-02 regional   Easter Monday
  CHF ours    14 2020-01-02 2040-01-02 bank       Berchtold's Day
  CNY ours    69 2020-01-27 2040-02-17 china      Spring Festival
  CNY ours     1 2020-01-31 2020-01-31 china      Spring Festival, extended against the epidemic
  CNY ours     4 2020-04-06 2026-04-06 china      Qingming
  CNY ours    41 2020-05-05 2040-05-03 china      Labour Day
  CNY ours     3 2020-06-26 2025-06-02 china      Dragon Boat Festival
  CNY ours    56 2020-10-05 2040-10-05 china      National Day
  CNY ours     2 2020-10-08 2025-10-08 china      National Day and Mid-Autumn Festival
  CNY ours     3 2022-01-03 2026-01-02 china      New Year's Day
  CNY ours     3 2022-09-12 2033-09-08 china      Mid-Autumn Festival
  CNY ours     2 2028-05-29 2035-06-11 china      Dragon Boat Festival, substitute day
  CNY ours     1 2032-04-05 2032-04-05 china      Qingming, substitute day
  CNY ours     2 2032-09-20 2035-09-17 china      Mid-Autumn Festival, substitute day
  CNY ours     2 2034-01-02 2040-01-02 china      New Year's Day, substitute day
  CNY theirs  15 2020-06-01 2040-06-01 observance Children's Day
  CNY theirs  15 2021-03-08 2040-03-08 observance International Women's Day
  CNY theirs  14 2022-08-01 2040-08-01 observance Army Day
  CNY theirs   1 2023-05-04 2023-05-04 observance Youth Day
  CNY theirs   1 2024-02-09 2024-02-09 announced  Spring Festival
  COP theirs  15 2026-07-13 2040-07-09 unknown    Virgin of Chiquinquirá
  DKK ours    21 2020-05-22 2040-05-11 bank       Day after Ascension Day
  DKK ours    13 2020-06-05 2040-06-05 bank       Constitution Day
  DKK ours    15 2020-12-24 2040-12-24 bank       Christmas Eve
  DKK ours    15 2020-12-31 2040-12-31 bank       New Year's Eve
  EGP ours    12 2020-07-30 2039-12-25 missing    Arafat Day
  EGP ours     2 2033-01-05 2037-11-11 hijri      Eid al-Fitr
  EGP ours     2 2034-03-22 2037-02-17 hijri      Islamic New Year
  EGP theirs  10 2020-08-03 2039-12-29 more       Feast of the Sacrifice (Eid al-Adha)
  EGP theirs   2 2033-01-02 2037-11-08 hijri      End of Ramadan (Eid al-Fitr)
  EGP theirs   2 2033-06-09 2036-05-08 hijri      Birthday of Muhammad (Mawlid)
  EGP theirs   3 2034-03-21 2037-02-16 hijri      Islamic New Year
  EUR theirs  21 2020-05-21 2040-05-10 observance Ascension Day
  EUR theirs  21 2020-06-01 2040-05-21 observance Whit Monday
  EUR theirs  15 2020-12-24 2040-12-24 observance Christmas Eve
  EUR theirs  15 2020-12-31 2040-12-31 observance New Year's Eve
  EUR theirs  14 2022-10-03 2040-10-03 observance National Holiday
  GHS ours     2 2023-01-09 2024-01-08 substitute Constitution Day, substitute day
  GHS ours    11 2025-07-01 2039-07-01 law        Republic Day
  GHS ours     5 2028-07-03 2040-07-02 law        Republic Day, substitute day
  GHS ours     2 2036-02-08 2037-01-27 hijri      Eid al-Adha
  GHS theirs   5 2020-05-25 2040-10-08 feastsub   End of Ramadan (Eid al-Fitr) (substitute day)
  GHS theirs   5 2022-07-11 2038-01-18 feastsub   Feast of the Sacrifice (Eid al-Adha) (substitute day)
  GHS theirs  12 2025-01-07 2039-01-07 law        Constitution Day
  GHS theirs  12 2025-08-04 2039-08-04 law        Founders Day
  GHS theirs   4 2029-08-06 2040-08-06 law        Founders Day (substitute day)
  GHS theirs   4 2033-03-11 2040-12-14 hijri      Feast of the Sacrifice (Eid al-Adha)
  HKD ours     1 2033-09-09 2033-09-09 leap       Day after Mid-Autumn Festival
  HKD ours     1 2033-10-03 2033-10-03 leap       Chung Yeung Festival, substitute day
  HKD theirs   1 2033-10-31 2033-10-31 leap       The day following Chung Yeung Festival
  HUF ours    14 2020-08-21 2026-12-24 announced  Day off for a Saturday worked
  IDR ours     3 2025-09-04 2036-05-09 hijri      Maulid
  IDR ours    10 2028-03-27 2040-03-13 moon       Nyepi
  IDR ours     9 2028-05-09 2038-05-19 moon       Waisak
  IDR ours     4 2029-12-04 2040-08-06 hijri      Isra Mi'raj
  IDR ours     2 2033-01-04 2037-11-10 hijri      Idul Fitri
  IDR ours     3 2034-03-22 2037-02-17 hijri      Islamic New Year
  IDR ours     3 2035-02-19 2037-01-27 hijri      Idul Adha
  IDR theirs   3 2025-09-05 2036-05-08 hijri      Birthday of Muhammad (Mawlid)
  IDR theirs   1 2027-03-08 2027-03-08 moon       Nyepi
  IDR theirs   3 2029-12-03 2037-09-07 hijri      Laylat al-Mi'raj
  IDR theirs   4 2030-05-03 2038-02-05 hijri      Islamic New Year
  IDR theirs   4 2033-03-11 2040-12-14 hijri      Feast of the Sacrifice (Eid al-Adha)
  ILS ours    14 2020-09-27 2040-09-16 bank       Eve of Yom Kippur
  ILS ours     1 2022-11-01 2022-11-01 announced  Election Day
  INR ours    14 2020-02-19 2038-02-19 missing    Chhatrapati Shivaji Maharaj Jayanti
  INR ours    14 2020-02-21 2039-02-21 missing    Maha Shivaratri
  INR ours    15 2020-03-10 2040-03-29 missing    Holi
  INR ours    17 2020-03-25 2040-04-12 missing    Gudi Padwa
  INR ours    15 2020-04-01 2039-04-01 missing    Annual closing of bank accounts
  INR ours    15 2020-04-02 2040-04-20 missing    Ram Navami
  INR ours    14 2020-04-06 2040-04-25 missing    Mahavir Jayanti
  INR ours    15 2020-05-07 2038-05-18 missing    Buddha Purnima
  INR ours    15 2020-05-25 2040-10-08 missing    Eid al-Fitr
  INR ours    13 2020-10-30 2040-03-26 missing    Id-e-Milad
  INR ours    15 2020-11-16 2040-11-05 missing    Diwali (Balipratipada)
  INR ours    15 2020-11-30 2039-11-30 missing    Guru Nanak Jayanti
  INR ours    13 2021-07-21 2039-12-27 missing    Bakri Id
  INR ours    14 2021-08-19 2040-01-25 missing    Muharram
  INR ours    13 2021-09-10 2040-09-10 missing    Ganesh Chaturthi
  INR ours    13 2021-10-15 2040-10-15 missing    Dussehra
  INR ours    13 2021-11-04 2039-11-15 missing    Diwali (Lakshmi Pujan)
  ISK ours     2 2024-04-25 2030-04-25 iceland    First Day of Summer
  ISK theirs   1 2024-04-18 2024-04-18 iceland    First Day of Summer
  JPY ours     1 2032-09-21 2032-09-21 equinox    Citizens' Holiday
  KES ours     2 2033-01-03 2037-11-09 hijri      Idd-ul-Fitr
  KES theirs  15 2020-07-31 2040-12-14 gazetteke  Feast of the Sacrifice (Eid al-Adha)
  KRW ours    12 2020-01-24 2038-02-03 days       Seollal
  KRW ours     6 2020-04-15 2026-06-03 announced  Election Day
  KRW ours    14 2020-05-01 2040-05-01 bank       Labour Day
  KRW ours     4 2020-08-17 2025-01-27 announced  Temporary holiday
  KRW ours     3 2033-09-07 2033-09-09 leap       Chuseok
  KRW ours     1 2036-05-06 2036-05-06 clash      Buddha's Birthday, substitute day
  KRW theirs   5 2022-02-03 2032-02-13 days       Korean New Year
  KRW theirs   2 2033-10-06 2033-10-07 leap       Korean Thanksgiving
  LKR ours   173 2020-01-10 2040-12-18 fixed      Full Moon Poya Day
  LKR ours    14 2020-02-21 2039-02-21 fixed      Maha Shivaratri
  LKR ours    14 2020-05-08 2039-05-09 fixed      Day after Vesak
  LKR ours    13 2020-05-25 2040-10-08 fixed      Eid al-Fitr
  LKR ours    10 2020-10-30 2040-03-26 fixed      Milad-un-Nabi
  LKR ours    10 2021-07-21 2039-12-27 fixed      Hadji Festival
  LKR ours    14 2021-11-04 2039-11-15 fixed      Deepavali
  LKR theirs  13 2020-01-01 2038-01-01 observance New Year's Day
  LKR theirs  15 2020-01-03 2040-01-03 fixed      Duruthu Full Moon Poya Day
  LKR theirs  15 2020-03-02 2040-03-02 fixed      Madin Full Moon Poya Day
  LKR theirs  14 2020-04-01 2039-04-01 fixed      Bak Full Moon Poya Day
  LKR theirs  12 2020-05-28 2040-05-28 fixed      Id-Ul-Alha (Hadji Festival Day)
  LKR theirs  14 2020-06-29 2040-06-29 fixed      Poson Full Moon Poya Day
  LKR theirs  14 2020-07-29 2039-07-29 fixed      Esala Full Moon Poya Day
  LKR theirs  14 2020-08-26 2039-08-26 fixed      Milad-Un-Nabi (Holy Prophet's Birthday)
  LKR theirs  14 2020-08-27 2040-08-27 fixed      Nikini Full Moon Poya Day
  LKR theirs  15 2020-11-24 2039-11-24 fixed      Il Full Moon Poya Day
  LKR theirs  14 2020-12-23 2039-12-23 fixed      Unduvap Full Moon Poya Day
  LKR theirs  15 2021-02-01 2040-02-01 fixed      Navam Full Moon Poya Day
  LKR theirs  14 2021-02-15 2040-02-15 fixed      Mahasivarathri Day
  LKR theirs  15 2021-10-25 2040-10-25 fixed      Vap Full Moon Poya Day
  LKR theirs  14 2021-11-08 2040-11-08 fixed      Deepavali Festival Day
  LKR theirs  14 2022-03-21 2040-03-21 fixed      Id-Ul-Fitr (Ramazan Festival Day)
  LKR theirs  14 2022-05-02 2040-05-02 fixed      Day following Vesak Full Moon Poya Day
  LKR theirs  14 2022-05-30 2040-05-30 fixed      Adhi Poson Full Moon Poya Day
  LKR theirs  14 2022-09-26 2040-09-26 fixed      Binara Full Moon Poya Day
  MAD ours    17 2020-05-25 2040-10-08 days       Eid al-Fitr
  MAD ours    17 2020-10-30 2040-03-26 days       Prophet's Birthday
  MAD ours    16 2021-07-21 2039-12-27 days       Eid al-Adha
  MAD ours    11 2025-01-14 2039-01-14 missing    Amazigh New Year
  MAD ours    11 2025-10-31 2040-10-31 missing    Unity Day
  MAD ours     3 2034-03-22 2037-02-17 hijri      Islamic New Year
  MAD theirs   5 2030-05-03 2038-02-05 hijri      Islamic New Year
  MAD theirs   4 2033-03-11 2040-12-14 hijri      Feast of the Sacrifice (Eid al-Adha)
  MAD theirs   2 2033-06-09 2036-05-08 hijri      Birthday of Muhammad (Mawlid)
  MXN ours     3 2024-10-01 2036-10-01 law        Inauguration Day
  MXN theirs   1 2036-12-01 2036-12-01 law        Change of Federal Government
  MYR ours     2 2020-05-11 2028-02-14 substitute Nuzul al-Quran, substitute day
  MYR ours     5 2020-05-26 2040-10-09 substitute Hari Raya Puasa, substitute day
  MYR ours     1 2020-06-08 2020-06-08 announced  Agong's Birthday
  MYR ours    11 2022-01-17 2039-02-08 moon       Thaipusam
  MYR ours     4 2022-04-18 2040-09-24 hijri      Nuzul al-Quran
  MYR ours     5 2023-01-24 2040-02-14 substitute Chinese New Year, substitute day
  MYR ours     3 2023-02-06 2033-02-14 moon       Thaipusam, substitute day
  MYR ours    10 2024-05-23 2038-05-18 moon       Wesak Day
  MYR ours     2 2024-06-17 2027-05-17 substitute Hari Raya Haji, substitute day
  MYR ours     5 2024-07-08 2040-01-16 substitute Awal Muharram, substitute day
  MYR ours     4 2024-09-17 2040-03-26 substitute Maulidur Rasul, substitute day
  MYR ours     3 2026-02-03 2037-02-02 substitute Federal Territory Day, substitute day
  MYR ours     3 2026-03-20 2037-11-10 hijri      Hari Raya Puasa
  MYR ours     3 2026-06-02 2039-05-09 moon       Wesak Day, substitute day
  MYR ours     4 2026-06-16 2037-02-17 hijri      Awal Muharram
  MYR ours     8 2028-10-17 2039-11-15 moon       Deepavali
  MYR ours     2 2033-06-10 2036-05-09 hijri      Maulidur Rasul
  MYR ours     3 2035-02-19 2037-01-27 hijri      Hari Raya Haji
  MYR ours     1 2039-12-27 2039-12-27 substitute Christmas Day, substitute day
  MYR theirs   1 2020-06-01 2020-06-01 announced  Yang di-Pertuan Agong's Birthday
  MYR theirs   1 2022-01-18 2022-01-18 moon       Thaipusam
  MYR theirs   3 2022-04-19 2036-11-05 hijri      Day of Nuzul Al-Quran
  MYR theirs   2 2023-05-04 2024-05-22 moon       Vesak Day
  MYR theirs   4 2026-06-17 2036-02-28 hijri      Islamic New Year
  MYR theirs   2 2028-11-15 2030-10-25 moon       Deepavali
  MYR theirs   4 2033-03-11 2040-12-14 hijri      Feast of the Sacrifice (Eid al-Adha)
  MYR theirs   2 2033-06-09 2036-05-08 hijri      Birthday of Muhammad (Mawlid)
  NGN ours     7 2020-12-28 2038-12-28 substitute Boxing Day, substitute day
  NGN ours     6 2021-12-27 2038-12-27 substitute Christmas Day, substitute day
  NGN ours     6 2022-01-03 2040-01-02 substitute New Year's Day, substitute day
  NGN ours     3 2022-06-13 2039-06-13 substitute Democracy Day, substitute day
  NGN ours     6 2022-10-03 2039-10-03 substitute Independence Day, substitute day
  NGN ours     2 2033-01-04 2037-11-10 hijri      Eid al-Fitr
  NGN ours     2 2033-05-02 2039-05-02 substitute Workers' Day, substitute day
  NGN ours     2 2033-06-10 2036-05-09 hijri      Eid al-Maulud
  NGN ours     2 2035-02-20 2037-01-28 hijri      Eid al-Adha
  NGN theirs  14 2020-05-27 2039-05-27 observance Children's Day
  NGN theirs  15 2020-08-20 2039-01-26 observance Islamic New Year
  NGN theirs  15 2021-11-01 2040-11-01 observance National Youth Day
  NGN theirs   4 2033-03-11 2040-12-14 hijri      Id el Kabir
  NGN theirs   2 2033-06-09 2036-05-08 hijri      Birthday of Muhammad (Mawlid)
  NOK theirs  15 2020-12-31 2040-12-31 observance New Year's Eve
  PHP ours     3 2020-02-25 2022-02-25 special    EDSA People Power Anniversary
  PHP ours    13 2020-08-21 2040-08-21 special    Ninoy Aquino Day
  PHP ours    16 2020-12-08 2039-12-08 special    Immaculate Conception
  PHP ours    15 2020-12-31 2040-12-31 special    Last Day of the Year
  PHP ours    13 2021-02-12 2039-01-24 special    Chinese New Year
  PHP ours    15 2021-11-01 2040-11-01 special    All Saints' Day
  PHP ours     1 2023-02-24 2023-02-24 announced  EDSA People Power Anniversary, moved
  PHP ours     1 2023-04-10 2023-04-10 announced  Day of Valor, moved
  PHP ours     1 2023-11-27 2023-11-27 announced  Bonifacio Day, moved
  PHP ours     1 2024-08-23 2024-08-23 announced  Ninoy Aquino Day, moved
  PHP ours     2 2033-01-03 2037-11-09 hijri      Eid'l Fitr
  PHP ours     3 2035-02-19 2037-01-27 hijri      Eid'l Adha
  PHP theirs   1 2023-11-30 2023-11-30 announced  Bonifacio Day
  PHP theirs   4 2033-03-11 2040-12-14 hijri      Feast of the Sacrifice (Eid al-Adha)
  PKR ours    29 2020-01-01 2039-07-01 bank       Bank holiday
  PKR ours    17 2020-05-27 2040-10-10 sighted    Eid al-Fitr
  PKR ours    21 2020-08-03 2040-12-18 sighted    Eid al-Adha
  PKR ours    15 2020-10-30 2040-03-26 sighted    Eid Milad-un-Nabi
  PKR ours    14 2021-04-14 2039-09-20 bank       Bank holiday (Zakat)
  PKR ours    18 2021-08-19 2040-01-25 sighted    Ashura
  PKR theirs   2 2020-05-28 2021-05-28 law        Youm-e-Takbeer
  PKR theirs  19 2020-07-31 2040-12-14 sighted    Feast of the Sacrifice (Eid al-Adha)
  PKR theirs  18 2020-08-28 2040-01-23 sighted    Ashura
  PKR theirs  13 2020-10-29 2039-04-06 sighted    Birthday of Muhammad (Mawlid)
  PKR theirs   2 2020-11-09 2021-11-09 law        Iqbal Day
  PKR theirs  16 2021-05-13 2039-10-19 sighted    End of Ramadan (Eid al-Fitr)
  RON theirs   4 2020-01-06 2023-01-06 law        Epiphany
  RON theirs   3 2020-01-07 2022-01-07 law        Saint John the Baptist
  SAR ours    10 2020-05-27 2040-10-10 days       Eid al-Fitr
  SAR ours     5 2033-03-14 2040-12-17 days       Eid al-Adha
  SAR theirs  12 2021-05-12 2039-10-18 days       End of Ramadan (Eid al-Fitr)
  SAR theirs   4 2033-03-10 2040-12-13 days       Feast of the Sacrifice (Eid al-Adha)
  SGD ours     2 2020-05-25 2040-10-08 substitute Hari Raya Puasa, substitute day
  SGD ours     1 2020-07-10 2020-07-10 announced  Polling Day
  SGD ours     2 2022-07-11 2027-05-17 substitute Hari Raya Haji, substitute day
  SGD ours     4 2024-06-17 2037-01-27 hijri      Hari Raya Haji
  SGD ours     9 2027-05-20 2038-05-18 moon       Vesak Day
  SGD ours     8 2028-10-17 2039-11-15 moon       Deepavali
  SGD ours     2 2029-05-28 2039-05-09 moon       Vesak Day, substitute day
  SGD ours     2 2033-01-03 2037-11-09 hijri      Hari Raya Puasa
  SGD ours     1 2039-12-27 2039-12-27 substitute Christmas Day, substitute day
  SGD theirs   2 2028-11-15 2030-10-25 moon       Deepavali
  SGD theirs   4 2033-03-11 2040-12-14 hijri      Hari Raya Haji
  THB ours     4 2020-02-10 2034-03-06 substitute Makha Bucha, substitute day
  THB ours    14 2020-05-01 2040-05-01 bank       Labour Day
  THB ours    11 2020-05-06 2038-05-19 moon       Visakha Bucha
  THB ours     5 2020-07-06 2031-07-07 substitute Asarnha Bucha, substitute day
  THB ours     3 2020-07-27 2020-09-07 announced  Songkran, moved in the epidemic
  THB ours     5 2020-11-19 2021-04-12 announced  Special holiday
  THB ours     7 2020-12-07 2038-12-06 substitute King Bhumibol's Birthday, substitute day
  THB ours     7 2021-05-03 2039-05-02 bank       Labour Day, substitute day
  THB ours     7 2021-10-25 2039-10-24 substitute Chulalongkorn Day, substitute day
  THB ours     7 2022-01-03 2040-01-02 substitute New Year's Day, substitute day
  THB ours     6 2022-12-12 2039-12-12 substitute Constitution Day, substitute day
  THB ours    11 2023-04-17 2040-04-16 substitute Songkran, substitute day
  THB ours     6 2023-06-05 2040-05-28 substitute Visakha Bucha, substitute day
  THB ours     6 2023-06-06 2040-06-04 substitute Queen Suthida's Birthday, substitute day
  THB ours     6 2023-08-14 2040-08-13 substitute Queen Sirikit's Birthday, substitute day
  THB ours     3 2024-01-02 2035-01-02 substitute New Year's Eve, substitute day
  THB ours     5 2024-04-08 2036-04-07 substitute Chakri Memorial Day, substitute day
  THB ours     5 2024-05-06 2036-05-05 substitute Coronation Day, substitute day
  THB ours     5 2024-07-29 2040-07-30 substitute King Vajiralongkorn's Birthday, substitute day
  THB ours     5 2024-10-14 2040-10-15 substitute King Bhumibol Memorial Day, substitute day
  THB ours    13 2025-02-12 2040-02-28 moon       Makha Bucha
  THB ours    12 2028-07-07 2040-07-24 moon       Asarnha Bucha
  THB theirs   3 2020-04-13 2020-04-15 announced  Songkran Festival
  THB theirs   1 2020-05-07 2020-05-07 moon       Vesak Day
  THB theirs   3 2022-07-14 2026-07-30 observance Buddhist Lent
  THB theirs   2 2023-07-31 2024-07-19 moon       Asalha Puja
  THB theirs   1 2025-02-13 2025-02-13 moon       Makha Bucha
  TRY ours     2 2033-01-05 2037-11-11 hijri      Ramazan Bayramı
  TRY ours     5 2033-03-15 2040-12-18 hijri      Kurban Bayramı
  TRY theirs   4 2033-03-11 2040-12-14 hijri      Feast of the Sacrifice (Eid al-Adha)
  TWD ours    13 2020-01-23 2025-01-27 announced  Day off for a Saturday worked
  TWD ours    11 2020-04-02 2040-04-03 substitute Children's Day
  TWD ours     2 2020-04-03 2037-04-03 substitute Tomb Sweeping Day, substitute day
  TWD ours    14 2020-05-01 2040-05-01 bank       Labour Day
  TWD ours     3 2020-10-09 2037-10-09 substitute National Day, substitute day
  TWD ours     7 2021-04-30 2039-05-02 bank       Labour Day, substitute day
  TWD ours     4 2022-09-09 2039-10-03 substitute Mid-Autumn Festival, substitute day
  TWD ours     3 2025-05-30 2032-06-11 substitute Dragon Boat Festival, substitute day
  TWD ours     4 2025-09-29 2036-09-29 substitute Teachers' Day, substitute day
  TWD ours     5 2025-10-24 2037-10-26 substitute Retrocession Day, substitute day
  TWD ours    11 2025-12-25 2040-12-25 missing    Constitution Day
  TWD ours     3 2026-02-27 2037-02-27 substitute Peace Memorial Day, substitute day
  TWD ours     1 2026-04-03 2026-04-03 substitute Children's Day, substitute day
  TWD ours    12 2026-09-28 2040-09-28 missing    Teachers' Day
  TWD ours    10 2027-02-04 2040-02-10 missing    Lunar New Year
  TWD ours    11 2027-10-25 2040-10-25 missing    Retrocession Day
  TWD ours     5 2027-12-24 2039-12-26 substitute Constitution Day, substitute day
  TWD ours     1 2033-09-08 2033-09-08 leap       Mid-Autumn Festival
  TWD theirs   1 2033-10-07 2033-10-07 leap       Mid-Autumn Festival
  USD theirs   3 2020-07-03 2037-07-03 sundays    Independence Day (substitute day)
  USD theirs   4 2021-06-18 2038-06-18 sundays    Juneteenth (substitute day)
  USD theirs   4 2021-12-24 2038-12-24 sundays    Christmas Day (substitute day)
  USD theirs   4 2021-12-31 2038-12-31 sundays    New Year's Day (substitute day)
  USD theirs   3 2023-11-10 2034-11-10 sundays    Veterans Day (substitute day)
  VND ours    30 2020-01-29 2040-02-17 substitute Tết, substitute day
  VND ours     7 2021-05-03 2039-05-03 substitute Labour Day, substitute day
  VND ours    15 2021-09-01 2039-09-01 missing    National Day
  VND ours     7 2022-01-03 2040-01-02 substitute New Year's Day, substitute day
  VND ours     6 2022-04-11 2039-04-04 substitute Hùng Kings' Commemoration, substitute day
  VND ours     6 2022-05-02 2039-05-02 substitute Reunification Day, substitute day
  VND ours    11 2023-09-04 2040-09-04 substitute National Day, substitute day
  ZAR ours     1 2021-11-01 2021-11-01 announced  Election Day
  ZAR ours     1 2022-12-27 2022-12-27 announced  Declared public holiday`;

const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [ccyCode = '', who, times, first = '', last = '', reason, ...name] = line.trim().split(/ +/);
    const why = reasons[reason as keyof typeof reasons];
    const difference = {
      who: who as Difference['who'],
      name: name.join(' '),
      times: Number(times),
      first,
      last,
      why,
    };
    return { ccyCode, difference };
  });

export const expectedDifferences = (ccyCode: string): Difference[] =>
  rows.filter((row) => row.ccyCode === ccyCode).map(({ difference }) => difference);
