/** Written by `npm run calendars` from libs/calendar-rules; a spec writes it again. Do not edit. */
import of2026 from './2026.js';
import of2027 from './2027.js';
import of2028 from './2028.js';
import of2029 from './2029.js';
import of2030 from './2030.js';
import of2031 from './2031.js';
import of2032 from './2032.js';
import of2033 from './2033.js';
import of2034 from './2034.js';
import of2035 from './2035.js';
import of2036 from './2036.js';
import of2037 from './2037.js';
import of2038 from './2038.js';
import of2039 from './2039.js';
import of2040 from './2040.js';

export const years: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  2026: of2026,
  2027: of2027,
  2028: of2028,
  2029: of2029,
  2030: of2030,
  2031: of2031,
  2032: of2032,
  2033: of2033,
  2034: of2034,
  2035: of2035,
  2036: of2036,
  2037: of2037,
  2038: of2038,
  2039: of2039,
  2040: of2040,
};
export const [FIRST_YEAR, LAST_YEAR] = [2026, 2040];
