import { parse } from './parse.js';
import { type Query } from './query.js';

/** The query without locations, as text in another notation. */
const shape = (query: Query | null): unknown =>
  query === null
    ? null
    : 'groupOperator' in query
      ? { [query.groupOperator]: query.conditions.map(shape) }
      : [query.field.value, query.operator.value, query.value.value];
const read = (text: string) => {
  const result = parse(text);
  if ('issues' in result) throw new Error(JSON.stringify(result.issues));
  return shape(result.query);
};
const issueOf = (text: string) => {
  const result = parse(text);
  if (!('issues' in result)) throw new Error(`is fine: ${JSON.stringify(result.query)}`);
  const [{ pointer, position, code, detail }] = result.issues as [any];
  expect([pointer, result.issues.length]).toEqual(['?q', 1]);
  return [position, code, detail];
};

describe('the language', () => {
  it.each<[string, unknown]>([
    ['status == "PENDING"', ['status', '==', 'PENDING']],
    ['status=="PENDING"', ['status', '==', 'PENDING']],
    [' \t\n balance.value \r>= "10" ', ['balance.value', '>=', '10']],
    [
      'AND(a == "1",b != "2")',
      {
        AND: [
          ['a', '==', '1'],
          ['b', '!=', '2'],
        ],
      },
    ],
    ['or ( a == "1" , And(b ~ "2") )', { OR: [['a', '==', '1'], { AND: [['b', '~', '2']] }] }],
    ['AND == "1"', ['AND', '==', '1']],
    ['android == "1"', ['android', '==', '1']],
    ['', null],
    [' \n', null],
  ])('%j', (text, query) => expect(read(text)).toEqual(query));

  it.each(['==', '!=', '>', '>=', '<', '<=', '~', '!~', '^=', '$=', '<d', '<=d', '>d', '>=d'])(
    'has %s',
    (symbol) => {
      expect(read(`a ${symbol} "1"`)).toEqual(['a', symbol, '1']);
      expect(read(`a${symbol}"1"`)).toEqual(['a', symbol, '1']);
    },
  );

  it.each<[string, string]>([
    [String.raw`""`, ''],
    [String.raw`"%_'"`, "%_'"],
    [String.raw`"a\b"`, String.raw`a\b`],
    [String.raw`"a\\b"`, String.raw`a\\b`],
    [String.raw`"\n"`, String.raw`\n`],
    [String.raw`"say \"hi\""`, 'say "hi"'],
    [String.raw`"C:\\"`, 'C:\\'],
    [String.raw`"\\\""`, '\\"'],
    [String.raw`"\\\\"`, '\\\\'],
    ['"a,b) OR(c == d"', 'a,b) OR(c == d'],
    ['"line\nbreak"', 'line\nbreak'],
    ['"👩‍👩‍👧 Ünïcödé"', '👩‍👩‍👧 Ünïcödé'],
  ])('reads the value %s', (text, value) => expect(read(`a == ${text}`)).toEqual(['a', '==', value]));
});

describe('an issue has its position and the expected tokens', () => {
  it.each<[string, number, string]>([
    ['status', 6, 'Expected an operator but found the end, at position 6.'],
    ['status = "x"', 7, 'Expected an operator but found "=", at position 7.'],
    ['status === "x"', 7, 'Expected an operator but found "=", at position 7.'],
    ['status == x', 10, 'Expected a value in double quotes but found "x", at position 10.'],
    ['status == "x', 10, 'The value is not closed by a quotation mark, at position 10.'],
    ['a == "x\\"', 5, 'The value is not closed by a quotation mark, at position 5.'],
    ['a == "x" b == "y"', 9, 'Expected the end but found "b", at position 9.'],
    ['AND(a == "x"', 12, 'Expected "," or ")" but found the end, at position 12.'],
    ['AND(a == "x",)', 13, 'Expected "AND", "OR" or a field name but found ")", at position 13.'],
    ['AND()', 4, 'Expected "AND", "OR" or a field name but found ")", at position 4.'],
    ['AND(a == "x"))', 13, 'Expected the end but found ")", at position 13.'],
    ['a. == "x"', 1, 'Expected an operator but found ".", at position 1.'],
    ['1a == "x"', 0, 'Expected "AND", "OR" or a field name but found "1", at position 0.'],
    ['"a" == "x"', 0, 'Expected "AND", "OR" or a field name but found """, at position 0.'],
    ['NOT(a == "x")', 3, 'Expected an operator but found "(", at position 3.'],
    ['é == "x"', 0, 'Expected "AND", "OR" or a field name but found "é", at position 0.'],
    ['[None]', 0, 'Expected "AND", "OR" or a field name but found "[", at position 0.'],
  ])('%s', (text, position, detail) => expect(issueOf(text)).toEqual([position, 'malformed_query', detail]));
});

describe('limits', () => {
  const conditions = (count: number) => `OR(${Array.from({ length: count }, (_, i) => `a=="${i}"`).join()})`;
  const nested = (depth: number) => `${'AND('.repeat(depth)}a=="1"${')'.repeat(depth)}`;
  const ofBytes = (bytes: number, filler = 'x') => {
    const fill = filler.repeat(Math.ceil(bytes / Buffer.byteLength(filler)));
    return `a=="${Buffer.from(fill)
      .subarray(0, bytes - 5)
      .toString()}"`;
  };

  it('50 conditions, not 51', () => {
    expect(read(conditions(50))).toMatchObject({ OR: { length: 50 } });
    expect(issueOf(conditions(51)).slice(1)).toEqual([
      'too_many_conditions',
      'A query has at most 50 conditions.',
    ]);
    expect(issueOf(conditions(51))[0]).toBe(conditions(50).length);
  });

  it('8 nested groups, not 9', () => {
    expect(() => read(nested(8))).not.toThrow();
    expect(issueOf(nested(9))).toEqual([
      35,
      'malformed_query',
      'Groups can be nested at most 8 levels deep, at position 35.',
    ]);
    expect(issueOf('AND('.repeat(2000))[1]).toBe('malformed_query');
    expect(() => read(`OR(${nested(7)},${nested(7)},${nested(7)})`)).not.toThrow();
  });

  it('8192 bytes, not 8193, and bytes are not characters', () => {
    expect((read(ofBytes(8192)) as string[])[2]).toHaveLength(8187);
    expect(issueOf(ofBytes(8193))[1]).toBe('too_long');
    expect((read(`a=="${'é'.repeat(4093)}"`) as string[])[2]).toHaveLength(4093);
    expect(issueOf(`a=="${'é'.repeat(4094)}"`)[1]).toBe('too_long');
  });
});
