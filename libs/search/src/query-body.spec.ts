import { operators } from './operators.js';
import { parse } from './parse.js';
import { readQueryBody } from './query-body.js';

const condition = { field: 'status', operator: 'Equals', value: 'SENT' };
const group = (...conditions: unknown[]) => ({ groupOperator: 'AND', conditions });
const issues = (query: unknown) => {
  const read = readQueryBody(query);
  return 'issues' in read ? read.issues.map(({ pointer, code }) => `${pointer} ${code}`) : [];
};
/** Without places. */
const plain = (read: unknown) =>
  JSON.parse(JSON.stringify(read, (key, value: unknown) => (key === 'place' ? undefined : value)));

test('is equivalent to the text', () => {
  const body = {
    groupOperator: 'OR',
    conditions: [condition, group({ field: 'a.b', operator: 'DoesNotContain', value: 'x"\\' }, condition)],
  };
  expect(plain(readQueryBody(body))).toEqual(
    plain(parse(String.raw`OR(status=="SENT",AND(a.b!~"x\"\\",status=="SENT"))`)),
  );
});

test.each(Object.entries(operators))('%s is %j', (operator, { symbol }) => {
  expect(plain(readQueryBody({ ...condition, operator }))).toEqual(plain(parse(`status ${symbol} "SENT"`)));
});

test('no query', () => {
  expect(readQueryBody(null)).toEqual({ query: null });
  expect(readQueryBody(undefined)).toEqual({ query: null });
});

test.each<[unknown, string[]]>([
  [[], ['#/query not_an_object']],
  ['status == "SENT"', ['#/query not_an_object']],
  [{}, ['#/query/field required', '#/query/operator required', '#/query/value required']],
  [{ ...condition, operator: '==' }, ['#/query/operator not_allowed']],
  [{ ...condition, operator: 'equals' }, ['#/query/operator not_allowed']],
  [{ ...condition, operator: '' }, ['#/query/operator not_allowed']],
  [{ ...condition, operator: 'toString' }, ['#/query/operator not_allowed']],
  [{ ...condition, value: 5 }, ['#/query/value not_text']],
  [{ ...condition, value: null }, ['#/query/value required']],
  [{ ...condition, value: 'a\0' }, ['#/query/value unprintable']],
  [{ ...condition, field: '\ud800' }, ['#/query/field unprintable']],
  [{ ...condition, more: 1, 'a/b~': 1 }, ['#/query/more unknown_field', '#/query/a~1b~0 unknown_field']],
  [
    { ...condition, groupOperator: 'AND' },
    [
      '#/query/field unknown_field',
      '#/query/operator unknown_field',
      '#/query/value unknown_field',
      '#/query/conditions not_a_list',
    ],
  ],
  [{ conditions: [condition] }, ['#/query/groupOperator not_allowed']],
  [group(), ['#/query/conditions not_a_list']],
  [
    { groupOperator: 'and', conditions: {} },
    ['#/query/groupOperator not_allowed', '#/query/conditions not_a_list'],
  ],
  [
    group(condition, { ...condition, value: 1 }, group(null)),
    ['#/query/conditions/1/value not_text', '#/query/conditions/2/conditions/0 not_an_object'],
  ],
])('%j', (query, expected) => expect(issues(query)).toEqual(expected));

describe('limits', () => {
  const times = (count: number) => Array.from({ length: count }, () => condition);
  const nested = (depth: number): unknown => (depth === 0 ? condition : group(nested(depth - 1)));

  it('50 conditions, not 51', () => {
    expect(issues(group(...times(50)))).toEqual([]);
    expect(issues(group(...times(51)))).toEqual(['#/query/conditions/50 too_many_conditions']);
    expect(issues(group(group(...times(30)), group(...times(2000))))).toEqual([
      '#/query/conditions/1/conditions/20 too_many_conditions',
    ]);
  });

  it('8 nested groups, not 9', () => {
    expect(issues(nested(8))).toEqual([]);
    expect(issues(nested(9))).toEqual([`#/query${'/conditions/0'.repeat(8)} too_deep`]);
    expect(issues(nested(3000))).toHaveLength(1);
  });

  it('8192 bytes of text, not 8193', () => {
    const value = 'x'.repeat(8192 - 'statusEquals'.length);
    expect(issues({ ...condition, value })).toEqual([]);
    expect(issues({ ...condition, value: `${value}x` })).toEqual(['#/query/value too_long']);
  });
});
