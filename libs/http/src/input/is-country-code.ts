import countries from 'i18n-iso-countries';
import { check, issue, field, fine } from './field.js';

const codes = new Set<unknown>(Object.keys(countries.getAlpha2Codes()));

/** ISO 3166-1 alpha-2. */
export const IsCountryCode = (): PropertyDecorator => field(countryCode);

export const countryCode = check(
  {
    type: 'string',
    pattern: '^[A-Z]{2}$',
    description: 'ISO 3166-1 alpha-2 country code.',
    examples: ['GB'],
  },
  (value) =>
    codes.has(value)
      ? fine
      : issue('unknown_country', 'Must be an ISO 3166 country code in upper case, such as GB.'),
);
