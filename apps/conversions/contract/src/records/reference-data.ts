import {
  ccyCode,
  countryCode,
  date,
  flag,
  integer,
  listOf,
  named,
  nullable,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { Type } from 'typebox';

/** interface-spec 2.10 */
export const currency = named('Currency', {
  code: ccyCode,
  decimalPlaces: integer(),
  name: textLike('Pound Sterling'),
  canBuy: flag(),
  canSell: flag(),
  symbol: textLike('£'),
  symbolBeforeAmount: flag(),
  canBeCollected: flag('Whether it has local collection accounts or uses the international one.'),
});
export type CurrencyResource = RecordOf<typeof currency>;

/** interface-spec 2.11 */
export const country = named('Country', {
  code: countryCode,
  name: textLike('United Kingdom'),
  longCode: Type.String({
    pattern: '^[A-Z]{3}$',
    description: 'ISO 3166-1 alpha-3 country code.',
    examples: ['GBR'],
  }),
});
export type CountryResource = RecordOf<typeof country>;

/** Of the settlement system of a currency: an extension. */
export const calendar = named('Calendar', {
  ccyCode,
  system: text('As used in reasons: `Good Friday (TARGET)`.', 'TARGET'),
  version: date,
  source: text('The publisher of the holidays, and the rule.', 'European Central Bank'),
  announced: nullable(
    text(
      'Days that are computed here but announced by an authority, which may decide otherwise.',
      'The feasts are announced.',
    ),
  ),
  timeZone: text('IANA name.', 'Europe/Berlin'),
  cutOff: Type.String({
    pattern: '^\\d{2}:\\d{2}$',
    description: 'In the time zone of the system. Later payments are sent on the next business day.',
    examples: ['17:00'],
  }),
  cutOffOn: timestamp,
  weekend: listOf(textLike('Saturday')),
  holidays: listOf(named('Holiday', { date, name: textLike('Good Friday (TARGET)') })),
});
export type CalendarResource = RecordOf<typeof calendar>;
