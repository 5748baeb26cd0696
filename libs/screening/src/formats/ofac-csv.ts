import { type ByteSource, unreadable } from '@corridor/iso20022/xml';
import type { BirthPeriod, EntryName, ListEntry } from '../entry.js';
import { birthOf, entryOf } from './entry-of.js';
import { ofacBirth } from './birth-period.js';
import { csvRows } from './csv-rows.js';
import type { ListReader } from './read-list.js';

/** What OFAC writes for nothing, with a space behind it. */
const NOTHING = '-0-';

const parties: Readonly<Record<string, ListEntry['party']>> = {
  individual: 'PERSON',
  vessel: 'OTHER',
  aircraft: 'OTHER',
  [NOTHING]: 'ORGANISATION',
};

/**
 * OFAC: `SDN.CSV` with `ADD.CSV` and `ALT.CSV`, without heads. What is in no column (dates of birth, nationalities and weak
 * aliases) is in the remarks. The files do not tell their date.
 */
export const ofacCsv: ListReader = async (files, take) => {
  const file = (name: RegExp, columns: string) =>
    files.find((one) => name.test(one.name)) ?? unreadable('OFAC', `${columns} is missing`);
  const entries = file(/(sdn|prim)\.csv$/i, 'SDN.CSV');
  const aliases = await byEntry(file(/alt\.csv$/i, 'ALT.CSV'), 5, (fields) => fields[3]!);
  const countries = await byEntry(file(/add\.csv$/i, 'ADD.CSV'), 6, (fields) => fields[4]!);
  for await (const { fields, line } of csvRows(entries)) {
    const where = `${entries.name}, line ${line}`;
    const [id, name, type, programme] = checked(where, fields, 12);
    const remarks = fields[11]!;
    take(
      entryOf(where, {
        id: id!,
        party: parties[type!.toLowerCase()] ?? null,
        names: [
          { text: told(name!), quality: 'PRIMARY' },
          ...(aliases.get(id!) ?? []).map((text): EntryName => ({ text, quality: 'STRONG' })),
          ...[...remarks.matchAll(/a\.k\.a\. '([^']+)'/g)].map(([, text]): EntryName => ({
            text: text!,
            quality: 'WEAK',
          })),
        ],
        births: birthsIn(`${where}, entry ${id}`, remarks),
        countries: [...(countries.get(id!) ?? []), ...nationalitiesIn(remarks)],
        programme: told(programme!).replace(/\] \[/g, ', ').replace(/[[\]]/g, ''),
      }),
    );
    aliases.delete(id!);
    countries.delete(id!);
  }
  const orphan = [...aliases.keys(), ...countries.keys()][0];
  if (orphan !== undefined)
    unreadable(entries.name, `entry ${orphan} is missing, which the other two files name`);
  return { publishedOn: null, count: null };
};

async function byEntry(file: ByteSource, columns: number, value: (fields: readonly string[]) => string) {
  const found = new Map<string, string[]>();
  for await (const { fields, line } of csvRows(file)) {
    const [id] = checked(`${file.name}, line ${line}`, fields, columns);
    found.set(id!, [...(found.get(id!) ?? []), told(value(fields))]);
  }
  return found;
}

function checked(where: string, fields: readonly string[], columns: number): readonly string[] {
  if (fields.length !== columns) unreadable(where, `it has ${fields.length} columns instead of ${columns}`);
  if (!/^\d+$/.test(fields[0]!)) unreadable(where, `“${fields[0]}” is no id`);
  return fields;
}

const told = (field: string) => (field === NOTHING ? '' : field);

/** `DOB 23 Nov 1962; alt. DOB 1963; POB …`. */
const birthsIn = (where: string, remarks: string): BirthPeriod[] =>
  [...remarks.matchAll(/(?:^|; |\. )(?:alt\. )?DOB ([^;]+?)(?=[;.]?\s*(?:;|$))/g)].map(([, text]) =>
    birthOf(where, text!, ofacBirth(text!)),
  );

const nationalitiesIn = (remarks: string): string[] =>
  [...remarks.matchAll(/(?:^|; )(?:alt\. )?(?:nationality|citizen) ([^;.]+)/g)].map(([, text]) => text!);
