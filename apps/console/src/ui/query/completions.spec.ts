import { type SearchField, completionsAt } from './completions.js';

const field = (
  name: string,
  type: SearchField['type'],
  operators: string[],
  values: string[] | null = null,
) => ({ name, type, operators, values, isSortable: true, isIndexed: true }) as SearchField;

const fields = [
  field('status', 'Enum', ['==', '!='], ['DRAFT', 'SENT']),
  field('beneficiary.displayName', 'String', ['==', '~']),
  field('isFavourite', 'Boolean', ['==']),
];

test.each<[before: string, from: number, labels: readonly string[]]>([
  ['', 0, ['status', 'beneficiary.displayName', 'isFavourite', 'AND', 'OR']],
  ['sta', 0, ['status', 'beneficiary.displayName', 'isFavourite', 'AND', 'OR']],
  ['AND(', 4, ['status', 'beneficiary.displayName', 'isFavourite', 'AND', 'OR']],
  ['AND(status == "SENT", ben', 22, ['status', 'beneficiary.displayName', 'isFavourite', 'AND', 'OR']],
  ['status ', 7, ['==', '!=']],
  ['STATUS !', 7, ['==', '!=']],
  ['beneficiary.displayName ', 24, ['==', '~']],
  ['status == ', 10, ['"DRAFT"', '"SENT"']],
  ['status == "', 11, ['DRAFT', 'SENT']],
  ['status=="SE', 9, ['DRAFT', 'SENT']],
  ['isFavourite == "', 16, ['true', 'false']],
  ['beneficiary.displayName ~ ', 26, ['"']],
])('%j proposes from %i %j', (before, from, labels) => {
  const found = completionsAt(before, fields);
  expect([found?.from, found?.options.map(({ label }) => label)]).toEqual([from, labels]);
});

test.each([
  'beneficiary.displayName ~ "Mus', // a text can be anything
  'status == "SENT"',
  'status == "SENT" ',
  'nothing == ',
  'nothing ',
])('%j proposes nothing', (before) => expect(completionsAt(before, fields)).toBeNull());
