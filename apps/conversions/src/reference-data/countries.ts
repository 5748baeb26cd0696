import type { CountryResource } from '@corridor/conversions-contract';
import iso from 'i18n-iso-countries';

/** User-assigned codes, which ISO 3166-1 does not allocate. */
const USER_ASSIGNED = new Set(['XK']);

/** All countries of ISO 3166-1, by code, with their names in English (interface-spec 2.11). */
export const countries: readonly CountryResource[] = Object.entries(iso.getAlpha2Codes())
  .filter(([code]) => !USER_ASSIGNED.has(code))
  .map(([code, longCode]) => ({ code, name: iso.getName(code, 'en') ?? code, longCode }))
  .sort((a, b) => (a.code < b.code ? -1 : 1));
