import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currencies } from '@corridor/kernel';
import { closingsOf } from './calendar.js';
import { calendars } from './calendars.js';
import { FIRST_YEAR, indexFile, LAST_YEAR, systemsFile, yearFile } from './data-files.js';

/** Services read data that the rules generate with `npm run calendars`; changes of the data are reviewed. */
const folder = join(process.cwd(), 'libs/calendars/src/data');
const committed = (name: string) => readFileSync(join(folder, `${name}.ts`), 'utf8');
const years = readdirSync(folder)
  .filter((name) => /^\d{4}\.ts$/.test(name))
  .map((name) => Number(name.slice(0, 4)))
  .sort();

test('the years in the data follow each other', () => {
  const [first = 0] = years;
  expect(years).toEqual(years.map((_, n) => first + n));
  expect(years.length).toBeGreaterThan(10);
});

test.each(years)('%s is what the rules write', (year) => expect(committed(`${year}`)).toBe(yearFile(year)));

test('so are the properties of the systems, and the list of the years', () => {
  expect(committed('systems')).toBe(systemsFile(years));
  expect(committed('years')).toBe(indexFile(years));
});

test('each system has a unique name, which overrides use', () => {
  const names = [...calendars.values()].map(({ system }) => system);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.includes(','))).toEqual([]);
});

test('each year has a plausible number of holidays', () => {
  const counts = [...calendars.values()].flatMap((one) => years.map((year) => closingsOf(one, year).size));
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...counts)).toBeLessThan(35);
});

test('years that the rules do not fully cover are not written', () => {
  expect(() => yearFile(FIRST_YEAR - 1)).toThrow(RangeError);
  expect(() => yearFile(LAST_YEAR + 1)).toThrow(RangeError);
});

/** None of them is traded. */
test('the currencies that are closed on weekends only, because their rules are not available', () => {
  const weekendsOnly = [...currencies.keys()].filter((code) => !calendars.has(code));
  const listed = `
    AFN ALL AMD AOA ARS AWG AZN BAM BBD BIF BMD BND BOB BSD BTN BWP BYN BZD
    CDF CRC CUP CVE DJF DOP DZD ERN ETB FJD FKP GEL GIP GMD GNF GTQ GYD HNL
    HTG IQD IRR JMD KGS KHR KMF KPW KYD KZT LAK LBP LRD LSL LYD MDL MGA MKD
    MMK MNT MOP MRU MUR MVR MWK MZN NAD NIO NPR PAB PGK PYG RSD RUB RWF SBD
    SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL TJS TMT TND TOP TTD TZS UAH
    UGX UYU UZS VED VES VUV WST XAF XCD XCG XOF XPF YER ZMW ZWG`;
  expect(weekendsOnly).toEqual(listed.trim().split(/\s+/));
});
