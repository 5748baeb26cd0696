import type { BirthPeriod, EntryName } from '../entry.js';
import { birthOf, entryOf } from './entry-of.js';
import { between, circa, isoBirth, year } from './birth-period.js';
import type { ListReader } from './read-list.js';
import { unreadable } from './unreadable-list.js';
import { eachElement, type Element } from './xml-elements.js';

/** The consolidated list of the United Nations Security Council. */
export const unXml: ListReader = async ([file], take) => {
  let generated = '';
  await eachElement(file!, {
    root: 'CONSOLIDATED_LIST',
    names: ['INDIVIDUAL', 'ENTITY'],
    begin: (attributes) => (generated = attributes.dateGenerated ?? ''),
    take: (element, line) => take(read(`${file!.name}, line ${line}`, element)),
  });
  const publishedOn = isoBirth(generated)?.from;
  if (publishedOn === undefined) return unreadable(file!.name, `“${generated}” is no date of generation`);
  return { publishedOn, count: null };
};

function read(where: string, element: Element) {
  const kind = element.name as 'INDIVIDUAL' | 'ENTITY';
  const id = element.textAt('REFERENCE_NUMBER');
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME', 'FIFTH_NAME', 'SIXTH_NAME'];
  return entryOf(where, {
    id: id === '' ? element.textAt('DATAID') : id,
    party: kind === 'INDIVIDUAL' ? 'PERSON' : 'ORGANISATION',
    names: [
      { text: parts.map((part) => element.textAt(part)).join(' '), quality: 'PRIMARY' },
      { text: element.textAt('NAME_ORIGINAL_SCRIPT'), quality: 'STRONG' },
      ...element.all(`${kind}_ALIAS`).flatMap(aliasesOf),
    ],
    births: element
      .all('INDIVIDUAL_DATE_OF_BIRTH')
      .flatMap((birth) => birthsOf(`${where}, entry ${id}`, birth)),
    countries: [
      ...element.at('NATIONALITY', 'VALUE').map(({ text }) => text.trim()),
      ...element.all(`${kind}_ADDRESS`).map((address) => address.textAt('COUNTRY')),
    ],
    programme: element.textAt('UN_LIST_TYPE'),
  });
}

/** One alias element can hold several names, separated by semicolons. */
const aliasesOf = (alias: Element): EntryName[] =>
  alias
    .textAt('ALIAS_NAME')
    .split(';')
    .map((text) => ({ text, quality: alias.textAt('QUALITY').toLowerCase() === 'low' ? 'WEAK' : 'STRONG' }));

/** An element without any date is published too. */
function birthsOf(where: string, birth: Element): BirthPeriod[] {
  const [date, of] = [birth.textAt('DATE'), birth.textAt('YEAR')];
  const [from, to] = [birth.textAt('FROM_YEAR'), birth.textAt('TO_YEAR')];
  const given = [date, of, from, to].filter(Boolean).join(' ');
  if (given === '') return [];
  if (![of, from, to].every((one) => /^(\d{4})?$/.test(one))) birthOf(where, given, null);
  if (from !== '' || to !== '') return [between(from ? Number(from) : null, to ? Number(to) : null)];
  const period = date !== '' ? birthOf(where, date, isoBirth(date)) : year(Number(of));
  return [birth.textAt('TYPE_OF_DATE').toUpperCase() === 'APPROXIMATELY' ? circa(period) : period];
}
