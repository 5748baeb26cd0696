/** Writes the tables of moon and sun that the calendar rules use: `node tools/moon-tables.mjs`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tables } from './moon/tables.mjs';

writeFileSync(join(import.meta.dirname, '../libs/calendar-rules/src/moon/tables.ts'), tables());
