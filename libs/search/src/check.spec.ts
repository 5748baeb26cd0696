import { type Filter, type Test, check } from './check.js';
import { echo } from './echo.js';
import { type Operator, operators } from './operators.js';
import { parse } from './parse.js';
import type { Query } from './query.js';
import { readQueryBody } from './query-body.js';
import { sample } from './sample.fixture.js';

const queryOf = (text: string): Query => {
  const read = parse(text);
  if ('issues' in read || !read.query) throw new Error(text);
  return read.query;
};
const checked = (text: string) => check(sample, queryOf(text));

/** interface-spec 4.1, the table of operators as it is printed there. */
const matrix = `
  Operator            Symbol  Id   String  Number  Boolean  Date  Enum
  Equals              ==      yes  yes     yes     yes      yes   yes
  DoesNotEqual        !=      no   yes     yes     yes      yes   yes
  GreaterThan         >       no   no      yes     no       yes   no
  GreaterThanOrEqual  >=      no   no      yes     no       yes   no
  LessThan            <       no   no      yes     no       yes   no
  LessThanOrEqual     <=      no   no      yes     no       yes   no
  Contains            ~       no   yes     no      no       no    no
  DoesNotContain      !~      no   yes     no      no       no    no
  StartsWith          ^=      no   yes     no      no       no    no
  EndsWith            $=      no   yes     no      no       no    no
  Before              <d      no   no      no      no       yes   no
  OnOrBefore          <=d     no   no      no      no       yes   no
  After               >d      no   no      no      no       yes   no
  OnOrAfter           >=d     no   no      no      no       yes   no`;

const [[, , ...types] = [], ...rows] = matrix
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const exampleOf: Record<string, readonly [field: string, value: string]> = {
  Id: ['id', 'x_1'],
  String: ['title', 'x'],
  Number: ['amount', '1.5'],
  Boolean: ['isOpen', 'true'],
  Date: ['madeOn', '2026-11-21'],
  Enum: ['state', 'OPEN'],
};
const cells = rows.flatMap(([name = '', symbol = '', ...cells]) =>
  cells.map((cell, i) => [name, symbol, types[i] ?? '', cell] as const),
);

test('the table has 14 operators and 6 types', () => {
  expect(cells).toHaveLength(84);
  expect(Object.keys(operators)).toEqual(rows.map(([name]) => name));
});

test.each(cells)('%s %s of %s: %s', (name, symbol, type, cell) => {
  expect(operators[name as keyof typeof operators].symbol).toBe(symbol);
  const [field, value] = exampleOf[type] as [string, string];
  const { issues } = checked(`${field} ${symbol} "${value}"`);
  expect(issues.map(({ code }) => code)).toEqual(cell === 'yes' ? [] : ['operator_not_allowed']);
  if (cell === 'no') {
    expect(issues[0]).toMatchObject({ pointer: '?q', position: field.length + 1 });
    expect(issues[0]?.detail).toMatch(new RegExp(`^${field} is of type ${type}: expected one of ==`));
  }
});

describe('a value must be of the type of its field', () => {
  it.each<[field: string, good: readonly string[], bad: readonly string[]]>([
    ['id', ['x_1', '', 'anything at all'], []],
    ['title', ['', "%_\\'", '👩‍👩‍👧'], []],
    [
      'amount',
      ['0', '-0', '1', '-1.50', '007', '0.000001', '9'.repeat(30), `0.${'1'.repeat(30)}`],
      [
        '',
        ' 1',
        '1 ',
        '+1',
        '.5',
        '5.',
        '1e3',
        '0x10',
        'NaN',
        'Infinity',
        '1,000',
        '１',
        '9'.repeat(31),
        `0.${'1'.repeat(31)}`,
      ],
    ],
    ['isOpen', ['true', 'false'], ['', 'True', 'TRUE', '1', '0', 'yes', 'null']],
    [
      'madeOn',
      [
        '2026-11-21',
        '2024-02-29',
        '2026-11-21T09:30',
        '2026-11-21T09:30:00',
        '2026-11-21T09:30:00.1',
        '2026-11-21T09:30:00.123456789Z',
        '0001-01-01',
        '9999-12-31',
      ],
      [
        '',
        '2026',
        '2026-11',
        '2026-02-29',
        '2026-02-30',
        '2026-13-01',
        '2026-11-21T',
        '2026-11-21T24:00',
        '2026-11-21T09',
        '2026-11-21 09:30',
        '2026-11-21T09:30:60',
        '2026-11-21T09:30.5',
        '2026-11-21T09:30:00.',
        '2026-11-21T09:30:00+01:00',
        '21.11.2026',
        'today',
        '20261121',
        '+275760-09-13',
        '2026-02-30T00:00',
      ],
    ],
    ['dueOn', ['2026-11-21', '2026-11-21T09:30:00.123'], ['tomorrow']],
    ['state', ['OPEN', 'SHUT'], ['', 'open', 'OPEN ', 'AJAR', 'toString']],
    ['parts.codes', ['A'], ['C']],
  ])('%s', (field, good, bad) => {
    const codes = (value: string) => checked(`${field} == "${value}"`).issues.map(({ code }) => code);
    expect(good.filter((value) => codes(value).length > 0)).toEqual([]);
    expect(bad.filter((value) => codes(value)[0] !== 'wrong_type')).toEqual([]);
  });

  it('and the response says what was expected, and where', () => {
    expect(checked('AND(amount > "much", state == "AJAR")').issues).toEqual([
      {
        pointer: '?q',
        position: 13,
        code: 'wrong_type',
        detail:
          'amount is of type Number: expected a decimal number such as "1234.5", with at most 30 digits on either side of the point.',
      },
      {
        pointer: '?q',
        position: 30,
        code: 'wrong_type',
        detail: 'state is of type Enum: expected one of OPEN, SHUT.',
      },
    ]);
  });
});

test('a body is told the names of the operators', () => {
  const read = readQueryBody({ field: 'state', operator: 'Contains', value: 'OPEN' });
  const { issues } = check(sample, (read as { query: Query }).query);
  expect(issues).toMatchObject([
    {
      pointer: '#/query/operator',
      detail: 'state is of type Enum: expected one of Equals DoesNotEqual, not Contains.',
    },
  ]);
});

test('all issues are reported at once, unknown fields among them', () => {
  const { issues } = checked('OR(titel ~ "x",AND(id != "1",amount == "one",raw == ""),place.city > "a")');
  expect(issues.map(({ position, code }) => [position, code])).toEqual([
    [3, 'unknown_field'],
    [22, 'operator_not_allowed'],
    [39, 'wrong_type'],
    [45, 'unknown_field'],
    [67, 'operator_not_allowed'],
  ]);
  expect(issues[0]?.detail).toBe(
    'There is no field "titel" to search by: GET /v1/reference-data/search-fields lists them.',
  );
});

test.each<[field: string, operator: Operator, value: string, kind: string, text: string]>([
  ['amount', '>', '1.50', 'number', '1.50'],
  ['madeOn', '==', '2026-11-21', 'day', '2026-11-21'],
  ['madeOn', '==', '2026-11-21T09:30', 'moment', '2026-11-21T09:30:00.000'],
  ['madeOn', '==', '2026-11-21T09:30:05.1Z', 'moment', '2026-11-21T09:30:05.100'],
  ['madeOn', '==', '2026-11-21T09:30:05.12300', 'moment', '2026-11-21T09:30:05.123'],
  ['madeOn', '==', '2026-11-21T09:30:05.1234', 'moment', '2026-11-21T09:30:05.1234'],
])('%s %s "%s" is read as the %s %s', (field, operator, value, kind, text) => {
  const { filter } = checked(`${field} ${operator} "${value}"`);
  expect((filter as Test).operand).toEqual({ kind, text });
});

describe('the echo', () => {
  const echoOf = (text: string) => echo(checked(text).filter);

  it.each([
    ['TITLE=="x"', 'title == "x"'],
    [' and( Amount>"1" ,\tor(PLACE.CITY ~ "a") ) ', 'AND(amount > "1",OR(place.City ~ "a"))'],
    [String.raw`title == "say \"hi\" C:\\"`, String.raw`title == "say \"hi\" C:\\"`],
    ['madeOn >d "2026-11-21T09:30Z"', 'madeOn >d "2026-11-21T09:30Z"'],
  ])('of %s', (text, expected) => {
    expect(echoOf(text)).toBe(expected);
    expect(echoOf(echoOf(text))).toBe(expected);
  });

  it('of no query', () => expect(echo(null)).toBe('[None]'));

  it('of a value is read as that value again', () => {
    const field = sample.get('title');
    for (const value of [
      '',
      '"',
      '\\',
      '\\\\',
      '\\"',
      '"\\',
      '\\\\"\\"',
      'a\\b"c\\',
      '%_\'"',
      '\n,) OR(',
      '\\"\\\\"',
    ]) {
      const filter: Filter = { field, operator: '==', value, operand: { kind: 'text', text: value } };
      const text = echo(filter);
      expect([text, (queryOf(text) as any).value.value]).toEqual([text, value]);
    }
  });
});
