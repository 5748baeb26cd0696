import type { BirthPeriod, EntryName } from '../entry.js';
import { birthOf, entryOf } from './entry-of.js';
import { ofacBirth } from './birth-period.js';
import type { ListReader } from './read-list.js';
import { unreadable } from './unreadable-list.js';
import { eachElement, type Element } from './xml-elements.js';

const parties = { individual: 'PERSON', entity: 'ORGANISATION', vessel: 'OTHER', aircraft: 'OTHER' } as const;

/** OFAC: `SDN.XML` and `CONSOLIDATED.XML`, the simple format. It states how many records it has. */
export const ofacXml: ListReader = async ([file], take) => {
  let header: { readonly publishedOn: string; readonly count: number } | null = null;
  await eachElement(file!, {
    root: 'sdnList',
    names: ['publshInformation', 'sdnEntry'], // OFAC's spelling
    take(element, line) {
      const where = `${file!.name}, line ${line}`;
      if (element.name === 'publshInformation') header = headerOf(where, element);
      else take(read(where, element));
    },
  });
  return header ?? unreadable(file!.name, 'it has no publication date');
};

function headerOf(where: string, element: Element) {
  const date = element.textAt('Publish_Date');
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date);
  if (!parts) return unreadable(where, `“${date}” is no publication date`);
  const [, month, day, year] = parts;
  const count = element.textAt('Record_Count');
  if (!/^\d+$/.test(count)) return unreadable(where, `“${count}” is no number of records`);
  return { publishedOn: `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`, count: Number(count) };
}

function read(where: string, element: Element) {
  const id = element.textAt('uid');
  const type = element.textAt('sdnType').toLowerCase();
  return entryOf(where, {
    id,
    party: parties[type as keyof typeof parties] ?? null,
    names: [
      nameOf(element, 'PRIMARY'),
      ...element
        .at('akaList', 'aka')
        .map((aka) => nameOf(aka, aka.textAt('category').toLowerCase() === 'weak' ? 'WEAK' : 'STRONG')),
    ],
    births: element
      .at('dateOfBirthList', 'dateOfBirthItem')
      .map((item) => birth(`${where}, entry ${id}`, item.textAt('dateOfBirth'))),
    countries: [
      ...element.at('nationalityList', 'nationality'),
      ...element.at('citizenshipList', 'citizenship'),
      ...element.at('addressList', 'address'),
    ].map((one) => one.textAt('country')),
    programme: element
      .at('programList', 'program')
      .map(({ text }) => text.trim())
      .join(', '),
  });
}

const nameOf = (element: Element, quality: EntryName['quality']): EntryName => ({
  text: [element.textAt('firstName'), element.textAt('lastName')].filter(Boolean).join(' '),
  quality,
});

const birth = (where: string, text: string): BirthPeriod => birthOf(where, text, ofacBirth(text));
