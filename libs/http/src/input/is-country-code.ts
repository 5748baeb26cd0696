import countries from 'i18n-iso-countries';
import { fault, field, fine } from './field.js';

const codes = new Set<unknown>(Object.keys(countries.getAlpha2Codes()));

/** ISO 3166-1 alpha-2. */
export const IsCountryCode = (): PropertyDecorator =>
  field('isCountryCode', (value) =>
    codes.has(value)
      ? fine
      : fault('unknown_country', 'Must be an ISO 3166 country code in upper case, such as GB.'),
  );
