/**
 * `npm run calendars -- 2026 2040`: writes libs/calendars/src/data, the closed days of these years according to the
 * rules in libs/calendar-rules. Default: the years of the existing files.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';

const folder = join(import.meta.dirname, '../libs/calendars/src/data');
const there = readdirSync(folder).filter((name) => /^\d{4}\.ts$/.test(name));
const known = there.map((name) => name.slice(0, 4)).sort();
const first = Number(process.argv[2] ?? known.at(0));
const last = Number(process.argv[3] ?? known.at(-1));
if (!Number.isInteger(first) || !Number.isInteger(last) || !(first <= last)) {
  console.error('Usage: npm run calendars -- <first year> <last year>');
  process.exit(2);
}

await build(['@corridor/kernel', '@corridor/calendar-rules']);
const rules = await import(new URL('../libs/calendar-rules/dist/index.js', import.meta.url).href);
const years = Array.from({ length: last - first + 1 }, (_, n) => first + n);
/** @type {Map<string, string>} */
const files = new Map(years.map((year) => [`${year}.ts`, rules.yearFile(year)]));
files.set('systems.ts', rules.systemsFile(years)).set('years.ts', rules.indexFile(years));
for (const name of there) if (!files.has(name)) rmSync(join(folder, name));
for (const [name, text] of files) writeFileSync(join(folder, name), text);
console.log(`libs/calendars/src/data: ${years.length} years, ${first} to ${last}`);
