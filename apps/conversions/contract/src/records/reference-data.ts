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
  timestamp,
} from '@corridor/contracts';
import { Type } from 'typebox';

/** interface-spec 2.10 */
export const currency = named('Currency', {
  code: ccyCode,
  decimalPlaces: integer(),
  name: text(),
  canBuy: flag(),
  canSell: flag(),
  symbol: text(),
  symbolBeforeAmount: flag(),
  canBeCollected: flag('Whether it has local collection accounts or uses the international one.'),
});
export type CurrencyResource = RecordOf<typeof currency>;

/** interface-spec 2.11 */
export const country = named('Country', {
  code: countryCode,
  name: text(),
  longCode: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 3166-1 alpha-3 country code.' }),
});
export type CountryResource = RecordOf<typeof country>;

/** Of the settlement system of a currency: an extension. */
export const calendar = named('Calendar', {
  ccyCode,
  system: text('As used in reasons: `Good Friday (TARGET)`.'),
  version: date,
  source: text('The publisher of the holidays, and the rule.'),
  announced: nullable(
    text('Days that are computed here but announced by an authority, which may decide otherwise.'),
  ),
  timeZone: text('IANA name.'),
  cutOff: Type.String({
    pattern: '^\\d{2}:\\d{2}$',
    description: 'In the time zone of the system. Later payments are sent on the next business day.',
  }),
  cutOffOn: timestamp,
  weekend: listOf(text()),
  holidays: listOf(named('Holiday', { date, name: text() })),
});
export type CalendarResource = RecordOf<typeof calendar>;
