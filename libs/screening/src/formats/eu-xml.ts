import { type Element, eachElement, unreadable } from '@corridor/iso20022/xml';
import type { BirthPeriod, EntryName, ListEntry } from '../entry.js';
import { birthOf, entryOf } from './entry-of.js';
import { between, circa, isoBirth, month, year } from './birth-period.js';
import type { ListReader } from './read-list.js';
import { attributeOf } from './xml-text.js';

const parties: Readonly<Record<string, ListEntry['party']>> = {
  P: 'PERSON',
  E: 'ORGANISATION',
  person: 'PERSON',
  enterprise: 'ORGANISATION',
};

/** The consolidated list of EU financial sanctions, XML 1.1: everything is in attributes. */
export const euXml: ListReader = async ([file], take) => {
  let generated = '';
  const names = new Set(['sanctionEntity']);
  for await (const { element, parents, where } of eachElement(file!, names, 'export')) {
    generated = attributeOf(parents[0]!, 'generationDate');
    take(read(where, element));
  }
  const publishedOn = isoBirth(generated)?.from;
  if (publishedOn === undefined) return unreadable(file!.name, `“${generated}” is no date of generation`);
  return { publishedOn, count: null };
};

function read(where: string, element: Element) {
  const [type] = element.all('subjectType');
  const id = attributeOf(element, 'euReferenceNumber') || attributeOf(element, 'logicalId');
  const programmes = element.all('regulation').map((one) => attributeOf(one, 'programme'));
  return entryOf(where, {
    id,
    party:
      parties[type ? attributeOf(type, 'classificationCode') : ''] ??
      parties[type ? attributeOf(type, 'code') : ''] ??
      null,
    names: element.all('nameAlias').map((alias, index) => nameOf(alias, index)),
    births: element.all('birthdate').flatMap((birth) => birthsOf(`${where}, entry ${id}`, birth)),
    countries: [...element.all('citizenship'), ...element.all('address')].map((one) =>
      attributeOf(one, 'countryIso2Code'),
    ),
    programme: [...new Set(programmes.filter(Boolean))].join(', '),
  });
}

function nameOf(alias: Element, index: number): EntryName {
  const parts = ['firstName', 'middleName', 'lastName'].map((part) => attributeOf(alias, part));
  const isWeak = attributeOf(alias, 'strong') === 'false';
  return {
    text: attributeOf(alias, 'wholeName') || parts.join(' '),
    quality: isWeak ? 'WEAK' : index === 0 ? 'PRIMARY' : 'STRONG',
  };
}

/** A date in another calendar than the Gregorian one is not comparable. Many elements tell only the place. */
function birthsOf(where: string, birth: Element): BirthPeriod[] {
  const calendar = attributeOf(birth, 'calendarType');
  if (calendar !== '' && calendar !== 'GREGORIAN') return [];
  const [date, of, ofMonth] = ['birthdate', 'year', 'monthOfYear'].map((name) => attributeOf(birth, name));
  const [from, to] = ['yearRangeFrom', 'yearRangeTo'].map((name) => yearIn(where, attributeOf(birth, name)));
  const about = attributeOf(birth, 'circa') === 'true' ? circa : (period: BirthPeriod) => period;
  if (date) return [about(birthOf(where, date, isoBirth(date)))];
  if (from !== null || to !== null) return [about(between(from ?? null, to ?? null))];
  const known = yearIn(where, of!);
  if (known === null) return [];
  return [about(ofMonth ? birthOf(where, `${ofMonth}/${of}`, month(known, Number(ofMonth))) : year(known))];
}

function yearIn(where: string, text: string): number | null {
  if (text === '') return null;
  if (!/^\d{4}$/.test(text)) birthOf(where, text, null);
  return Number(text);
}
