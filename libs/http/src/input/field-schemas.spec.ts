import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Check, type Issue } from './field.js';
import { list } from './is-list.js';
import { oneOf } from './is-one-of.js';
import { text } from './is-text.js';
import { currencyCode } from './is-currency-code.js';

/** A schema accepts what its check accepts, and expresses the check as far as JSON Schema can. */

const ajv = new Ajv2020({ strict: true });
(addFormats as unknown as (one: Ajv2020) => void)(ajv);

const checks: Record<string, Check> = {
  'short text': text({ max: 3 }),
  'text or nothing': text({ max: 3, min: 0 }),
  'one of two': oneOf(['BUY', 'SELL']),
  'a list of texts': list(text({ max: 3 }), { min: 1, max: 2, unique: true }),
  'any list': list(text({ max: 3 }), { max: 2 }),
  'a currency': currencyCode,
};

const values = [
  ...[
    'abc',
    'abcd',
    '',
    ' ',
    'a b',
    '\u{1f600}\u{1f600}\u{1f600}',
    '\u{1f600}\u{1f600}\u{1f600}\u{1f600}',
    'BUY',
    'buy',
  ],
  ...['GBP', 'gbp', 'XYZ', 'toString'],
  ...[1, 0, -1, true, {}, [], ['a'], ['a', 'a'], ['a', 'b'], ['a', 'b', 'c'], ['abcd'], [1], [null], [['a']]],
];

/** Not expressible in JSON Schema: known currencies, and storable text. */
const onlyChecked = new Set(['unknown_currency', 'unprintable']);
const isSaid = (issues: readonly Issue[]) => issues.some(({ code }) => !onlyChecked.has(code));

describe.each(Object.entries(checks))('%s', (_, check) => {
  const accepts = ajv.compile(check.schema);
  test.each(values.map((value) => [JSON.stringify(value), value]))('%s', (_text, value) => {
    const issues = check(value);
    if (issues.length === 0) expect(accepts(value)).toBe(true);
    if (isSaid(issues)) expect(accepts(value)).toBe(false);
  });
});
