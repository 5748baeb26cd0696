import { type Element, eachElement, unreadable } from '@corridor/iso20022/xml';
import type { BirthPeriod, EntryName, ListEntry } from '../entry.js';
import { birthOf, entryOf } from './entry-of.js';
import { day, ukBirth } from './birth-period.js';
import { csvRows } from './csv-rows.js';
import type { ListReader } from './read-list.js';
import { textIn } from './xml-text.js';

const parties: Readonly<Record<string, ListEntry['party']>> = {
  individual: 'PERSON',
  entity: 'ORGANISATION',
  ship: 'OTHER',
};

/** The surname is number 6. */
const nameParts = [1, 2, 3, 4, 5, 6];

/** `Primary Name`, `Primary name variation`, `Alias`, in any case; the strength is told for some aliases only. */
function qualityOf(type: string, strength: string): EntryName['quality'] {
  if (/low|weak/i.test(strength)) return 'WEAK';
  return /^primary name$/i.test(type.trim()) ? 'PRIMARY' : 'STRONG';
}

/** `(1) Russia (2) Belarus`, or one country. */
const countriesIn = (text: string) =>
  text
    .split(/\(\d+\)/)
    .map((one) => one.trim())
    .filter(Boolean);

/** The UK Sanctions List as XML. */
export const ukXml: ListReader = async ([file], take) => {
  let publishedOn: string | null = null;
  const names = new Set(['DateGenerated', 'Designation']);
  for await (const { element, where } of eachElement(file!, names, 'Designations')) {
    if (element.name === 'DateGenerated') publishedOn = dateOf(where, element.text);
    else take(readElement(where, element));
  }
  return { publishedOn, count: null };
};

function readElement(where: string, element: Element) {
  const id = textIn(element, 'UniqueID');
  const individual = element.at('IndividualDetails', 'Individual');
  return entryOf(where, {
    id,
    party: parties[textIn(element, 'IndividualEntityShip').toLowerCase()] ?? null,
    names: [
      ...element.at('Names', 'Name').map((name): EntryName => ({
        text: nameParts.map((part) => textIn(name, `Name${part}`)).join(' '),
        quality: qualityOf(textIn(name, 'NameType'), textIn(name, 'AliasStrength')),
      })),
      ...element
        .at('NonLatinNames', 'NonLatinName')
        .map((name): EntryName => ({ text: textIn(name, 'NameNonLatinScript'), quality: 'STRONG' })),
    ],
    births: individual
      .flatMap((one) => one.at('DOBs', 'DOB'))
      .flatMap(({ text }) => birthsOf(`${where}, entry ${id}`, text)),
    countries: [
      ...individual
        .flatMap((one) => one.at('Nationalities', 'Nationality'))
        .flatMap(({ text }) => countriesIn(text)),
      ...element.at('Addresses', 'Address').map((address) => textIn(address, 'AddressCountry')),
    ],
    programme: textIn(element, 'RegimeName'),
  });
}

/**
 * The UK Sanctions List as CSV: a line with the date of the report, then one with the names of the columns. A
 * designation has a row for each of its names and addresses, one behind the other.
 */
export const ukCsv: ListReader = async ([file], take) => {
  let publishedOn: string | null = null;
  let columns: readonly string[] | null = null;
  const rows = new Map<string, Row[]>();
  for await (const { fields, line } of csvRows(file!)) {
    const where = `${file!.name}, line ${line}`;
    if (columns === null) {
      if (fields.includes('Unique ID')) columns = fields;
      else publishedOn = dateOf(where, fields.join(' ').replace(/^.*?:\s*/, ''));
      continue;
    }
    if (fields.length !== columns.length)
      unreadable(where, `it has ${fields.length} columns instead of ${columns.length}`);
    const row = new Row(where, columns, fields);
    const id = row.get('Unique ID');
    if (id === '') unreadable(where, 'an entry has no id');
    rows.set(id, [...(rows.get(id) ?? []), row]);
  }
  if (columns === null) unreadable(file!.name, 'it has no line with the names of the columns');
  for (const [id, all] of rows) take(readRows(id, all));
  return { publishedOn, count: null };
};

class Row {
  constructor(
    readonly where: string,
    private readonly columns: readonly string[],
    private readonly fields: readonly string[],
  ) {
    for (const needed of ['Name 6', 'Name type', 'Regime Name'])
      if (!columns.includes(needed)) unreadable(where, `the column “${needed}” is missing`);
  }

  get(column: string): string {
    return this.fields[this.columns.indexOf(column)] ?? '';
  }
}

function readRows(id: string, rows: readonly Row[]) {
  const [first] = rows;
  const type = first!.get('Designation Type') || first!.get('Individual, Entity, Ship');
  return entryOf(first!.where, {
    id,
    party: parties[type.toLowerCase()] ?? null,
    names: rows.flatMap((row): EntryName[] => [
      {
        text: nameParts.map((part) => row.get(`Name ${part}`)).join(' '),
        quality: qualityOf(row.get('Name type'), row.get('Alias strength')),
      },
      { text: row.get('Name non-latin script'), quality: 'STRONG' },
    ]),
    births: distinct(
      rows.flatMap((row) =>
        row
          .get('D.O.B')
          .split(/[;|]|\(\d+\)/)
          .flatMap((text) => birthsOf(`${row.where}, entry ${id}`, text)),
      ),
    ),
    countries: rows.flatMap((row) => [
      ...countriesIn(row.get('Nationality(/ies)')),
      row.get('Address Country'),
    ]),
    programme: first!.get('Regime Name'),
  });
}

const distinct = (births: readonly BirthPeriod[]) => [
  ...new Map(births.map((one) => [`${one.from} ${one.to}`, one])).values(),
];

const birthsOf = (where: string, text: string): BirthPeriod[] =>
  text.trim() === '' ? [] : [birthOf(where, text.trim(), ukBirth(text))];

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `21/11/2026`, `21-Nov-2026` or `2026-11-21…`. */
function dateOf(where: string, text: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text.trim());
  const parts = /(\d{1,2})[/-](\d{1,2}|[A-Za-z]{3,9})[/-](\d{4})/.exec(text);
  const number = (name: string) =>
    /^\d/.test(name) ? Number(name) : months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const date = iso
    ? day(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    : parts && day(Number(parts[3]), number(parts[2]!), Number(parts[1]));
  return date?.from ?? unreadable(where, `“${text.trim()}” is no date of a report`);
}
