import { type Element, eachElement, unreadable } from '@corridor/iso20022/xml';
import type { BirthPeriod, EntryName } from '../entry.js';
import { birthOf, entryOf } from './entry-of.js';
import { between, circa, isoBirth, year } from './birth-period.js';
import type { ListReader } from './read-list.js';
import { attributeOf, textIn } from './xml-text.js';

/** The consolidated list of the United Nations Security Council. */
export const unXml: ListReader = async ([file], take) => {
  let generated = '';
  const names = new Set(['INDIVIDUAL', 'ENTITY']);
  for await (const { element, parents, where } of eachElement(file!, names, 'CONSOLIDATED_LIST')) {
    generated = attributeOf(parents[0]!, 'dateGenerated');
    take(read(where, element));
  }
  const publishedOn = isoBirth(generated)?.from;
  if (publishedOn === undefined) return unreadable(file!.name, `“${generated}” is no date of generation`);
  return { publishedOn, count: null };
};

function read(where: string, element: Element) {
  const kind = element.name as 'INDIVIDUAL' | 'ENTITY';
  const id = textIn(element, 'REFERENCE_NUMBER');
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME', 'FIFTH_NAME', 'SIXTH_NAME'];
  return entryOf(where, {
    id: id === '' ? textIn(element, 'DATAID') : id,
    party: kind === 'INDIVIDUAL' ? 'PERSON' : 'ORGANISATION',
    names: [
      { text: parts.map((part) => textIn(element, part)).join(' '), quality: 'PRIMARY' },
      { text: textIn(element, 'NAME_ORIGINAL_SCRIPT'), quality: 'STRONG' },
      ...element.all(`${kind}_ALIAS`).flatMap(aliasesOf),
    ],
    births: element
      .all('INDIVIDUAL_DATE_OF_BIRTH')
      .flatMap((birth) => birthsOf(`${where}, entry ${id}`, birth)),
    countries: [
      ...element.at('NATIONALITY', 'VALUE').map(({ text }) => text.trim()),
      ...element.all(`${kind}_ADDRESS`).map((address) => textIn(address, 'COUNTRY')),
    ],
    programme: textIn(element, 'UN_LIST_TYPE'),
  });
}

/** One alias element can hold several names, separated by semicolons. */
const aliasesOf = (alias: Element): EntryName[] =>
  textIn(alias, 'ALIAS_NAME')
    .split(';')
    .map((text) => ({ text, quality: textIn(alias, 'QUALITY').toLowerCase() === 'low' ? 'WEAK' : 'STRONG' }));

/** An element without any date is published too. */
function birthsOf(where: string, birth: Element): BirthPeriod[] {
  const [date, of] = [textIn(birth, 'DATE'), textIn(birth, 'YEAR')];
  const [from, to] = [textIn(birth, 'FROM_YEAR'), textIn(birth, 'TO_YEAR')];
  const given = [date, of, from, to].filter(Boolean).join(' ');
  if (given === '') return [];
  if (![of, from, to].every((one) => /^(\d{4})?$/.test(one))) birthOf(where, given, null);
  if (from !== '' || to !== '') return [between(from ? Number(from) : null, to ? Number(to) : null)];
  const period = date !== '' ? birthOf(where, date, isoBirth(date)) : year(Number(of));
  return [textIn(birth, 'TYPE_OF_DATE').toUpperCase() === 'APPROXIMATELY' ? circa(period) : period];
}
