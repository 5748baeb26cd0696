import { Refusal } from '@corridor/kernel';
import fc from 'fast-check';
import { isMagic } from '../input/magic-names.js';
import { isStorable } from '../input/storable.js';
import { readJson } from './read-json.js';

const read = (text: string) => readJson(Buffer.from(text));
const issues = (text: string) => {
  try {
    read(text);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const errors = (error.extra['errors'] ?? []) as { pointer: string; code: string }[];
    return errors.length > 0 ? errors.map(({ pointer, code }) => `${pointer} ${code}`) : [error.detail];
  }
};

describe('a JSON body', () => {
  test('is read as it is', () => {
    expect(read('{"a":[1,-0.5,1e3,"x\\"y",null,true],"b":{}}')).toEqual({
      a: [1, -0.5, 1000, 'x"y', null, true],
      b: {},
    });
    expect(readJson(Buffer.alloc(0))).toBeUndefined();
  });

  test('any JSON without magic names and with exact numbers passes unchanged', () => {
    const name = fc.stringMatching(/^[A-Za-z_]{1,20}$/).filter((any) => !isMagic(any));
    const scalar = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter(isStorable),
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.boolean(),
      fc.constant(null),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        scalar,
        fc.array(tie('value')),
        fc.dictionary(name, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, (any) => {
        const text = JSON.stringify(any, null, 1);
        expect(JSON.stringify(read(text), null, 1)).toBe(text);
      }),
    );
  });

  test.each(['{', '{"a":}', "{'a':1}", '[1,]', 'nope', '01', '"a\nb"', '\ufeff{}', '{"a":NaN}', '{}{}'])(
    '%j is not JSON',
    (text) => expect(issues(text)).toEqual(['The body is not JSON.']),
  );

  test('has to be UTF-8, without replacement characters', () => {
    expect(() => readJson(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toThrow('not UTF-8');
    expect(() => readJson(Buffer.from('{}', 'utf16le'))).toThrow('not JSON');
  });

  test('has at most 32 levels', () => {
    expect(issues('['.repeat(32) + ']'.repeat(32))).toEqual([]);
    expect(issues('['.repeat(33) + ']'.repeat(33))).toEqual(['Nested deeper than 32 levels.']);
    expect(issues('{"a":'.repeat(9000) + '1' + '}'.repeat(9000))).toEqual(['Nested deeper than 32 levels.']);
  });

  test.each([
    '123456789012345',
    '0.1',
    '-99999.9999999999',
    '1e15',
    '100000000000000000000',
    '0.000000000000001',
    '0',
    '-0.0',
    '1e-7',
  ])('the number %s is stored exactly', (literal) => expect(issues(`[${literal}]`)).toEqual([]));

  test.each([
    '1234567890123456',
    '12345678901234567.89',
    '0.1234567890123456',
    '1e999',
    '-1e400',
    '1e-400',
    '1.0000000000000001',
  ])('the number %s would be rounded', (literal) =>
    expect(issues(`{"a":{"b":[0,${literal}]}}`)).toEqual(['#/a/b/1 inexact_number']),
  );

  test('reports text that no store accepts, at any depth', () => {
    expect(issues('{"a":["ok","\\u0000"],"b":"\\ud800"}')).toEqual(['#/a/1 unprintable', '#/b unprintable']);
    expect(issues('{"\\u0000":1}')).toEqual(['#/ unprintable']);
    expect(issues('{"a":"\\ud83d\\ude00"}')).toEqual([]);
  });

  test('has no magic and no duplicate names', () => {
    expect(issues('{"a":{"__proto__":{"x":1}}}')).toEqual(['#/a/__proto__ unknown_field']);
    expect(issues('{"\\u005f_proto__":1,"constructor":2}')).toEqual([
      '#/__proto__ unknown_field',
      '#/constructor unknown_field',
    ]);
    expect(issues('{"a":1,"b":{"a":2},"a":3}')).toEqual(['#/a duplicate_field']);
    expect(issues('{"a":"a","b":["a","a"]}')).toEqual([]);
  });

  test('reports at most 20 issues', () => {
    expect(issues(`[${Array(5000).fill('1e999').join(',')}]`)).toHaveLength(20);
  });
});
