import { binaryArray } from './binary-array.js';
import type { OpenDatabase } from './open-database.js';
import { openTestDatabase } from './testing/index.js';

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const TEXTS = [
  '',
  'a',
  'null',
  'NULL',
  '{}',
  '"',
  '\\',
  '\\"',
  ' , ',
  '\n\t',
  'ä€𝄞',
  'x'.repeat(10_000),
  null,
];

it.each([
  ['text', TEXTS],
  ['json', ['{}', '"\\u00e9 \\\\"', '{ "a": [1, null] }', null, 'null']],
  ['int', [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), null]],
  ['text', []],
  ['int', [null]],
] as const)('an array of %s arrives as it is: %j', async (type, values) => {
  expect(binaryArray(type, values)).not.toBeNull();
  const rows = await db.database.query<{ value: unknown; isNull: boolean }>(
    `SELECT value${type === 'int' ? '' : '::text'}, value IS NULL AS "isNull"
     FROM unnest($1::${type}[]) WITH ORDINALITY AS given (value, n) ORDER BY n`,
    [values],
  );
  expect(rows.map(({ value }) => value)).toEqual(values);
  expect(rows.map(({ isNull }) => isNull)).toEqual(values.map((value) => value === null));
});

it.each([
  ['text', [1]],
  ['text', ['a', new Date()]],
  ['json', [{}]],
  ['int', ['1']],
  ['int', [1.5]],
  ['int', [2 ** 31]],
] as const)('other elements are left to the text format: %s %j', (type, values) => {
  expect(binaryArray(type, values)).toBeNull();
});

it('what the text format accepts is accepted with the same result', async () => {
  const sent = (array: string, values: readonly unknown[]) =>
    db.database.query<{ value: string }>(`SELECT value::text FROM unnest($1::${array}) AS given (value)`, [
      values,
    ]);
  expect(await sent('json[]', [{ a: 1 }, undefined])).toEqual([{ value: '{"a":1}' }, { value: null }]);
  expect(await sent('int[]', ['7', 8])).toEqual([{ value: '7' }, { value: '8' }]);
  expect(await sent('text[]', [1, 'a'])).toEqual([{ value: '1' }, { value: 'a' }]);
});

it.each([
  ['json', '{'],
  ['text', '\0'],
] as const)('Postgres checks each element of %s: %j', async (type, value) => {
  const sent = db.database.query(`SELECT count(*) FROM unnest($1::${type}[])`, [[value]]);
  await expect(sent).rejects.toMatchObject({ code: type === 'json' ? '22P02' : '22021' });
});
