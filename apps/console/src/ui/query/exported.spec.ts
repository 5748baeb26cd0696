import { csvOf } from './exported.js';

const FIELDS = ['id', 'amount.value', 'narrative', 'fee.value'];
const lines = (...rows: Record<string, unknown>[]) => csvOf(rows, FIELDS).split('\r\n');

test('has a line for each record, after one with the names of the fields', () =>
  expect(lines({ id: 'pmt_1', amount: { value: -10.5 }, narrative: 'Invoice 42', fee: null })).toEqual([
    'id,amount.value,narrative,fee.value',
    'pmt_1,-10.5,Invoice 42,',
    '',
  ]));

test.each([
  ['Dear, all', '"Dear, all"'],
  ['the "best"', '"the ""best"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
])('the narrative %j is %j', (narrative, expected) =>
  expect(csvOf([{ narrative }], ['narrative'])).toBe(`narrative\r\n${expected}\r\n`),
);
