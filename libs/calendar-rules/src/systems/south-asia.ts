import { calendar, fridayAndSaturday } from '../calendar.js';
import { easter } from '../rules/easter.js';
import { after, fullMoon, fullMoons, indian, islamic } from '../rules/moon-days.js';
import { type Rule, since, until } from '../rules/rule.js';
import { on } from '../rules/sun-days.js';

/** On the subcontinent the moon is sighted a day after Umm al-Qura, as a rule. */
const sighted = (month: number, day: number, name: string): Rule => after(1, name, islamic(month, day, name));
const sightedDays = (month: number, first: number, count: number, name: string): Rule[] =>
  Array.from({ length: count }, (_, n) => sighted(month, first + n, name));

export const rtgsIndia = calendar({
  ccyCode: 'INR',
  system: 'RTGS IN',
  source:
    'Maharashtra, holidays under the Negotiable Instruments Act as gazetted for Mumbai, which the exchange market keeps; the RTGS itself has run on all days since December 2020',
  announced: 'The feasts are computed here and gazetted each year.',
  timeZone: 'Asia/Kolkata',
  cutOff: '15:30',
  rules: [
    on(1, 26, 'Republic Day'),
    on(2, 19, 'Chhatrapati Shivaji Maharaj Jayanti'),
    indian('mahaShivaratri', 'Maha Shivaratri'),
    indian('holi', 'Holi'),
    indian('gudiPadwa', 'Gudi Padwa'),
    on(4, 1, 'Annual closing of bank accounts'),
    easter(-2, 'Good Friday'),
    on(4, 14, 'Dr. Ambedkar Jayanti'),
    indian('ramNavami', 'Ram Navami'),
    indian('mahavirJayanti', 'Mahavir Jayanti'),
    on(5, 1, 'Maharashtra Day'),
    indian('buddhaPurnima', 'Buddha Purnima'),
    on(8, 15, 'Independence Day'),
    indian('ganeshChaturthi', 'Ganesh Chaturthi'),
    on(10, 2, "Mahatma Gandhi's Birthday"),
    indian('dussehra', 'Dussehra'),
    indian('lakshmiPujan', 'Diwali (Lakshmi Pujan)'),
    indian('balipratipada', 'Diwali (Balipratipada)'),
    indian('guruNanakJayanti', 'Guru Nanak Jayanti'),
    on(12, 25, 'Christmas Day'),
    sighted(10, 1, 'Eid al-Fitr'),
    sighted(12, 10, 'Bakri Id'),
    sighted(1, 10, 'Muharram'),
    sighted(3, 12, 'Id-e-Milad'),
  ],
});

export const prism = calendar({
  ccyCode: 'PKR',
  system: 'PRISM',
  source: 'Pakistan, public and bank holidays as notified by the Cabinet Division and the State Bank',
  announced: 'The Islamic feasts are computed here and notified on the sighting of the moon.',
  timeZone: 'Asia/Karachi',
  cutOff: '15:00',
  rules: [
    on(1, 1, 'Bank holiday'),
    on(2, 5, 'Kashmir Day'),
    sighted(9, 1, 'Bank holiday (Zakat)'),
    on(3, 23, 'Pakistan Day'),
    on(5, 1, 'Labour Day'),
    since(2024, on(5, 28, 'Youm-e-Takbeer')),
    on(7, 1, 'Bank holiday'),
    on(8, 14, 'Independence Day'),
    since(2022, on(11, 9, 'Iqbal Day')),
    on(12, 25, 'Quaid-e-Azam Day'),
    ...sightedDays(10, 1, 3, 'Eid al-Fitr'),
    ...sightedDays(12, 10, 3, 'Eid al-Adha'),
    ...sightedDays(1, 9, 2, 'Ashura'),
    sighted(3, 12, 'Eid Milad-un-Nabi'),
  ],
});

export const bdRtgs = calendar({
  ccyCode: 'BDT',
  system: 'BD-RTGS',
  source: 'Bangladesh Bank, list of bank holidays; Fridays and Saturdays',
  announced:
    'The feasts of Islam, of the Hindus and of the Buddhists are computed here and notified each year.',
  timeZone: 'Asia/Dhaka',
  cutOff: '15:00',
  weekend: fridayAndSaturday,
  rules: [
    on(2, 21, 'Shaheed Day and Mother Language Day'),
    until(2024, on(3, 17, "Sheikh Mujibur Rahman's Birthday")),
    on(3, 26, 'Independence Day'),
    on(4, 14, 'Bengali New Year'),
    on(5, 1, 'May Day'),
    fullMoon(5, 1, 'Buddha Purnima', 6),
    on(7, 1, 'Bank holiday'),
    since(2025, on(8, 5, 'July Mass Uprising Day')),
    until(2023, on(8, 15, 'National Mourning Day')),
    indian('janmashtami', 'Janmashtami'),
    indian('dussehra', 'Durga Puja (Bijoya Dashami)'),
    on(12, 16, 'Victory Day'),
    on(12, 25, 'Christmas Day'),
    on(12, 31, 'Bank holiday'),
    sighted(8, 15, 'Shab-e-Barat'),
    sighted(9, 27, 'Shab-e-Qadr'),
    ...sightedDays(10, 0, 3, 'Eid al-Fitr'),
    ...sightedDays(12, 9, 3, 'Eid al-Adha'),
    sighted(1, 10, 'Ashura'),
    sighted(3, 12, 'Eid-e-Miladunnabi'),
  ],
});

/** A Poya day is the one whose night the moon is full in, by the almanac. */
const POYA_HOURS = -8.5;

export const lankaSettle = calendar({
  ccyCode: 'LKR',
  system: 'LankaSettle',
  source:
    'Sri Lanka, Holidays Act 1971, public, bank and mercantile holidays as gazetted: every full moon is one',
  announced: 'Poya days and the feasts of Hindus and Muslims are computed here and gazetted each year.',
  timeZone: 'Asia/Colombo',
  cutOff: '15:00',
  rules: [
    on(1, 15, 'Tamil Thai Pongal Day'),
    on(2, 4, 'Independence Day'),
    indian('mahaShivaratri', 'Maha Shivaratri'),
    on(4, 13, 'Day before Sinhala and Tamil New Year'),
    on(4, 14, 'Sinhala and Tamil New Year'),
    easter(-2, 'Good Friday'),
    on(5, 1, 'May Day'),
    fullMoons('Full Moon Poya Day', POYA_HOURS),
    after(1, 'Day after Vesak', fullMoon(5, 1, 'Vesak', POYA_HOURS)),
    sighted(10, 1, 'Eid al-Fitr'),
    sighted(12, 10, 'Hadji Festival'),
    sighted(3, 12, 'Milad-un-Nabi'),
    indian('deepavali', 'Deepavali'),
    on(12, 25, 'Christmas Day'),
  ],
});
