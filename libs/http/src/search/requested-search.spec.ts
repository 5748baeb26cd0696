import { type RequestedSearch, parse, searchOf, searchables } from '@corridor/search';
import { checkedBody, checkedQuery } from '../input/input-pipe.js';
import { ListQuery, requestedByQuery } from './list-query.js';
import { SearchBody, requestedByBody } from './search-body.js';

/** The issues of a search, as pointers and codes; or the search. */
async function outcome(read: (judge: (requested: RequestedSearch) => any) => Promise<unknown>) {
  let search: any;
  try {
    await read((requested) => {
      const found = searchOf(searchables.payments, requested, 'cli_1');
      search = found.search;
      return found.issues;
    });
    return search;
  } catch (error) {
    const { errors } = (error as { extra: { errors: { pointer: string; code: string }[] } }).extra;
    return errors.map(({ pointer, code }) => `${pointer} ${code}`);
  }
}
const get = (query: object) =>
  outcome((judge) =>
    checkedQuery(query, ListQuery, (input, isFine) => judge(requestedByQuery(input, isFine))),
  );
const post = (body: object) =>
  outcome((judge) => checkedBody(body, SearchBody, (input, isFine) => judge(requestedByBody(input, isFine))));

test('omitted parameters have their defaults', async () => {
  const defaults = { offset: 0, limit: 25, filter: null, after: null };
  expect(await get({})).toMatchObject(defaults);
  expect(await post({})).toMatchObject(defaults);
  expect(await post({ query: null, sortBy: null, offset: null, limit: null, cursor: null })).toMatchObject(
    defaults,
  );
  expect(await get({ q: ' ' })).toMatchObject(defaults);
});

/** Limits at their boundaries: accepted values, rejected values, and the pointer of the issue. */
test.each<[name: 'offset' | 'limit', value: unknown, isFine: boolean]>([
  ['limit', 1, true],
  ['limit', 1000, true],
  ['limit', 0, false],
  ['limit', 1001, false],
  ['limit', -1, false],
  ['limit', 1.5, false],
  ['limit', '1e2', false],
  ['limit', ' 5', false],
  ['offset', 0, true],
  ['offset', 1_000_000_000, true],
  ['offset', 1_000_000_001, false],
  ['offset', -1, false],
  ['offset', 'x', false],
])('%s %s: %s', async (name, value, isFine) => {
  const inQuery = await get({ [name]: String(value) });
  const inBody = await post({ [name]: value });
  expect([inQuery, inBody]).toEqual(
    isFine
      ? [expect.objectContaining({ [name]: value }), expect.objectContaining({ [name]: value })]
      : [[`?${name} out_of_range`], [`#/${name} out_of_range`]],
  );
});

test('a number in a body is a JSON number', async () => {
  expect(await post({ limit: '5', offset: '0' })).toEqual(['#/offset out_of_range', '#/limit out_of_range']);
});

describe('sorts', () => {
  const sorts = (count: number) =>
    [
      'status',
      'reference',
      'narrative',
      'reason',
      'purposeCode',
      'paymentDate',
      'paymentType',
      'chargeType',
      'metadata',
      'id',
      'transferredOn',
    ].slice(0, count);

  it('one or several, not case-sensitive, each once', async () => {
    const names = ({ sorts }: any) => sorts.map(({ field, order }: any) => `${field.name}:${order}`);
    expect(names(await get({ sortBy: 'AMOUNT.value:desc' }))).toEqual(['amount.value:DESC']);
    expect(names(await get({ sortBy: ['status:ASC', 'Status:DESC', 'id:DESC'] }))).toEqual([
      'status:ASC',
      'id:DESC',
    ]);
    expect(names(await post({ sortBy: [{ field: 'Status', order: 'ASC' }] }))).toEqual(['status:ASC']);
    expect(names(await get({}))).toEqual(['auditHistory.created.on:DESC']);
  });

  it('at most 10', async () => {
    expect(await get({ sortBy: sorts(10).map((field) => `${field}:ASC`) })).toMatchObject({
      sorts: { length: 10 },
    });
    expect(await get({ sortBy: sorts(11).map((field) => `${field}:ASC`) })).toEqual(['?sortBy too_many']);
    expect(await post({ sortBy: sorts(11).map((field) => ({ field, order: 'ASC' })) })).toEqual([
      '#/sortBy too_many',
    ]);
  });

  it.each([
    ['status', 'malformed_sort'],
    ['status:UP', 'malformed_sort'],
    ['status ASC', 'malformed_sort'],
    [':ASC', 'malformed_sort'],
    ['status:ASC;DROP', 'malformed_sort'],
    ['stattus:ASC', 'unknown_field'],
    ['statusHistory.status:ASC', 'not_sortable'],
    ['beneficiary:ASC', 'unknown_field'],
  ])('%s is %s', async (sort, code) =>
    expect(await get({ sortBy: ['id:ASC', sort] })).toEqual([`?sortBy/1 ${code}`]),
  );

  it('of a body', async () => {
    expect(await post({ sortBy: 'status:ASC' })).toEqual(['#/sortBy not_a_list']);
    expect(await post({ sortBy: ['status:ASC'] })).toEqual(['#/sortBy/0 not_an_object']);
    expect(await post({ sortBy: [{ field: 'status' }] })).toEqual(['#/sortBy/0/order required']);
    expect(await post({ sortBy: [{ field: 'status', order: 'asc' }] })).toEqual([
      '#/sortBy/0/order not_allowed',
    ]);
    expect(await post({ sortBy: [{ field: 'x', order: 'ASC', more: 1 }] })).toEqual([
      '#/sortBy/0/more unknown_field',
    ]);
    expect(await post({ sortBy: [{ field: 'x', order: 'ASC' }] })).toEqual([
      '#/sortBy/0/field unknown_field',
    ]);
  });
});

test('all issues are reported at once', async () => {
  expect(
    await get({ q: 'AND(status == "X",y ~ "z")', sortBy: 'q:ASC', limit: '0', cursor: '', nothing: '1' }),
  ).toEqual([
    '?nothing unknown_field',
    '?limit out_of_range',
    '?cursor too_short',
    '?q wrong_type',
    '?q unknown_field',
    '?sortBy/0 unknown_field',
  ]);
  expect(
    await post({
      query: { field: 'status', operator: 'Before', value: 'X' },
      sortBy: [{ field: 'q', order: 'ASC' }],
      limit: 0,
      nothing: 1,
    }),
  ).toEqual([
    '#/nothing unknown_field',
    '#/limit out_of_range',
    '#/query/operator operator_not_allowed',
    '#/query/value wrong_type',
    '#/sortBy/0/field unknown_field',
  ]);
});

test('a cursor comes from an earlier page and excludes an offset', async () => {
  expect(await get({ cursor: 'x' })).toEqual(['?cursor wrong_cursor']);
  expect(await post({ cursor: 'x' })).toEqual(['#/cursor wrong_cursor']);
  expect(await get({ cursor: 'x', offset: '5' })).toEqual(['?cursor not_with_offset']);
  expect(await get({ cursor: ['x', 'y'] })).toEqual(['?cursor repeated']);
});

test('both forms are the same search', async () => {
  const q = 'AND(status == "SENT",amount.value > "10")';
  const query = {
    groupOperator: 'AND',
    conditions: [
      { field: 'STATUS', operator: 'Equals', value: 'SENT' },
      { field: 'amount.value', operator: 'GreaterThan', value: '10' },
    ],
  };
  expect(await post({ query })).toEqual(await get({ q }));
  expect(parse(q)).toHaveProperty('query');
});
