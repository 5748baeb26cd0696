import { type Element, eachElement, unreadable } from '@corridor/iso20022/xml';
import type { BirthPeriod, EntryName } from '../entry.js';
import { birthOf, entryOf } from './entry-of.js';
import { ofacBirth } from './birth-period.js';
import type { ListReader } from './read-list.js';
import { textIn } from './xml-text.js';

const parties = { individual: 'PERSON', entity: 'ORGANISATION', vessel: 'OTHER', aircraft: 'OTHER' } as const;

/** OFAC: `SDN.XML` and `CONSOLIDATED.XML`, the simple format. It states how many records it has. */
export const ofacXml: ListReader = async ([file], take) => {
  let header: { readonly publishedOn: string; readonly count: number } | null = null;
  const names = new Set(['publshInformation', 'sdnEntry']); // OFAC's spelling
  for await (const { element, where } of eachElement(file!, names, 'sdnList')) {
    if (element.name === 'publshInformation') header = headerOf(where, element);
    else take(read(where, element));
  }
  return header ?? unreadable(file!.name, 'it has no publication date');
};

function headerOf(where: string, element: Element) {
  const date = textIn(element, 'Publish_Date');
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date);
  if (!parts) return unreadable(where, `“${date}” is no publication date`);
  const [, month, day, year] = parts;
  const count = textIn(element, 'Record_Count');
  if (!/^\d+$/.test(count)) return unreadable(where, `“${count}” is no number of records`);
  return { publishedOn: `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`, count: Number(count) };
}

function read(where: string, element: Element) {
  const id = textIn(element, 'uid');
  const type = textIn(element, 'sdnType').toLowerCase();
  return entryOf(where, {
    id,
    party: parties[type as keyof typeof parties] ?? null,
    names: [
      nameOf(element, 'PRIMARY'),
      ...element
        .at('akaList', 'aka')
        .map((aka) => nameOf(aka, textIn(aka, 'category').toLowerCase() === 'weak' ? 'WEAK' : 'STRONG')),
    ],
    births: element
      .at('dateOfBirthList', 'dateOfBirthItem')
      .map((item) => birth(`${where}, entry ${id}`, textIn(item, 'dateOfBirth'))),
    countries: [
      ...element.at('nationalityList', 'nationality'),
      ...element.at('citizenshipList', 'citizenship'),
      ...element.at('addressList', 'address'),
    ].map((one) => textIn(one, 'country')),
    programme: element
      .at('programList', 'program')
      .map(({ text }) => text.trim())
      .join(', '),
  });
}

const nameOf = (element: Element, quality: EntryName['quality']): EntryName => ({
  text: [textIn(element, 'firstName'), textIn(element, 'lastName')].filter(Boolean).join(' '),
  quality,
});

const birth = (where: string, text: string): BirthPeriod => birthOf(where, text, ofacBirth(text));
