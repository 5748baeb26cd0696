import { type Money, money } from '@corridor/kernel';
import { type Check } from './field.js';
import { IsAmount, IsMoney } from './is-amount.js';
import { IsCurrencyCode } from './is-currency-code.js';
import { IsDate } from './is-date.js';
import { IsFlag } from './is-flag.js';
import { IsId } from './is-id.js';
import { IsList } from './is-list.js';
import { IsNullableField } from './is-nullable-field.js';
import { IsOneOf, oneOf } from './is-one-of.js';
import { IsOptionalField } from './is-optional-field.js';
import { IsRecord } from './is-record.js';
import { IsText, text } from './is-text.js';
import { InputPipe } from './input-pipe.js';

/** `pointer code` of each issue of one field with this value. */
async function issues(decorate: PropertyDecorator, ...value: unknown[]): Promise<string[]> {
  class Input {}
  decorate(Input.prototype, 'field');
  const body = value.length === 0 ? {} : { field: value[0] };
  try {
    await new InputPipe().transform(body, { type: 'body', metatype: Input, data: undefined });
    return [];
  } catch (error) {
    const { errors } = (error as { extra: { errors: { pointer: string; code: string }[] } }).extra;
    return errors.map(({ pointer, code }) => `${pointer} ${code}`);
  }
}

const amount = IsAmount();
const currency = IsCurrencyCode();
const date = IsDate();
const short = IsText({ max: 3 });

describe('field decorators', () => {
  test.each<[string, PropertyDecorator, unknown, string | null]>([
    ['an amount', amount, 0.01, null],
    ['an amount of zero', amount, 0, 'not_positive'],
    ['a negative amount', amount, -1, 'not_positive'],
    ['minus zero', amount, -0, 'not_positive'],
    ['an amount as text', amount, '12.34', 'not_a_number'],
    ['an amount in a list', amount, [1], 'not_a_number'],
    ['an amount in exponent form', amount, 1e-7, null],
    ['an infinite amount', amount, Infinity, 'not_a_number'],
    ['a currency', currency, 'GBP', null],
    ['a currency in lower case', currency, 'gbp', 'unknown_currency'],
    ['no currency', currency, 'XYZ', 'unknown_currency'],
    ['a name of every object', currency, 'toString', 'unknown_currency'],
    ['a date', date, '2028-02-29', null],
    ['no date of the calendar', date, '2026-02-30', 'not_a_date'],
    ['a date with time', date, '2026-02-03T00:00:00Z', 'not_a_date'],
    ['a number as date', date, 20260203, 'not_a_date'],
    ['text', short, 'abc', null],
    ['text too long', short, 'abcd', 'too_long'],
    ['three characters of two units each', short, '\u{1f600}\u{1f600}\u{1f600}', null],
    ['four characters of two units each', short, '\u{1f600}\u{1f600}\u{1f600}\u{1f600}', 'too_long'],
    ['empty text', short, '', 'too_short'],
    ['empty text where allowed', IsText({ max: 3, min: 0 }), '', null],
    ['blank text', short, ' \t', 'blank'],
    ['NUL', short, 'a\0', 'unprintable'],
    ['half a character', short, '\ud83d', 'unprintable'],
    ['a number as text', short, 1, 'not_text'],
    ['an object as text', short, { length: 1 }, 'not_text'],
    ['an id', IsId('ben'), 'ben_01ABC', null],
    ['an id of another kind', IsId('ben'), 'pi_01ABC', 'not_an_id'],
    ['a prefix without an id', IsId('ben'), 'ben_', 'not_an_id'],
    ['one of', IsOneOf(['BUY', 'SELL']), 'BUY', null],
    ['none of', IsOneOf(['BUY', 'SELL']), 'buy', 'not_allowed'],
    ['one of, in a list', IsOneOf(['BUY', 'SELL']), ['BUY'], 'not_allowed'],
    ['a flag', IsFlag(), false, null],
    ['a flag as text', IsFlag(), 'true', 'not_a_boolean'],
    ['a list', IsList(text({ max: 3 }), { max: 2 }), ['a'], null],
    ['a list too long', IsList(text({ max: 3 }), { max: 2 }), ['a', 'b', 'c'], 'too_many'],
    ['a list too short', IsList(text({ max: 3 }), { max: 2, min: 1 }), [], 'too_few'],
    ['a list with doubles', IsList(text({ max: 3 }), { max: 2, unique: true }), ['a', 'a'], 'not_unique'],
    ['an object for a list', IsList(text({ max: 3 }), { max: 2 }), { 0: 'a', length: 1 }, 'not_a_list'],
  ])('%s', async (_name, decorate, value, code) => {
    expect(await issues(decorate, value)).toEqual(code ? [`#/field ${code}`] : []);
  });

  test.each([
    amount,
    currency,
    date,
    short,
    IsId('ben'),
    IsOneOf(['A']),
    IsFlag(),
    IsList(text({ max: 1 }), { max: 1 }),
  ])('a field is required, and null does not satisfy it (%#)', async (decorate) => {
    expect(await issues(decorate)).toEqual(['#/field required']);
    expect(await issues(decorate, null)).toEqual(['#/field required']);
    const and =
      (other: PropertyDecorator): PropertyDecorator =>
      (target, property) =>
        [decorate, other].forEach((one) => one(target, property));
    expect(await issues(and(IsOptionalField()))).toEqual([]);
    expect(await issues(and(IsNullableField()))).toEqual(['#/field required']);
    for (const other of [IsOptionalField(), IsNullableField()]) {
      expect(await issues(and(other), null)).toEqual([]);
      expect(await issues(and(other), { not: 'valid' })).toHaveLength(1);
    }
  });

  test('the issues of a list contain the item index', async () => {
    const check: Check = oneOf(['a', 'b']);
    expect(await issues(IsList(check, { max: 9 }), ['a', 'x', 'b', 1])).toEqual([
      '#/field/1 not_allowed',
      '#/field/3 not_allowed',
    ]);
  });

  test('a record has checked fields', async () => {
    class Inner {}
    short(Inner.prototype, 'name');
    const record = IsRecord(() => Inner);
    expect(await issues(record, { name: 'ok' })).toEqual([]);
    expect(await issues(record, {})).toEqual(['#/field/name required']);
    expect(await issues(record, { name: 'ok', more: 1 })).toEqual(['#/field/more unknown_field']);
    for (const wrong of ['text', 1, true])
      expect(await issues(record, wrong)).toEqual(['#/field not_an_object']);
    expect(await issues(record, [{ name: 'ok' }])).toEqual(['#/field not_an_object']);
  });

  describe('an amount of a currency in the same object', () => {
    class Price {
      @currency
      ccyCode: string;

      @IsMoney(({ ccyCode }) => ccyCode)
      amount: Money;
    }
    const read = async (body: object) =>
      new InputPipe().transform(body, { type: 'body', metatype: Price, data: undefined });
    const codes = (body: object) =>
      read(body).then(
        () => [],
        ({ extra }: { extra: { errors: { pointer: string; code: string }[] } }) =>
          extra.errors.map(({ pointer, code }) => `${pointer} ${code}`),
      );

    test('is read as money, exactly', async () => {
      expect(await read({ ccyCode: 'EUR', amount: 12.3 })).toMatchObject({ amount: money('EUR', 1230n) });
      expect(await read({ ccyCode: 'JPY', amount: 1500 })).toMatchObject({ amount: money('JPY', 1500n) });
      expect(await read({ ccyCode: 'KWD', amount: 1e-3 })).toMatchObject({ amount: money('KWD', 1n) });
    });

    test.each<[object, string[]]>([
      [{ ccyCode: 'EUR', amount: 0.001 }, ['#/amount too_many_decimals']],
      [{ ccyCode: 'JPY', amount: 1.5 }, ['#/amount too_many_decimals']],
      [{ ccyCode: 'EUR', amount: 1e12 }, ['#/amount too_large']],
      [{ ccyCode: 'EUR', amount: -0.001 }, ['#/amount not_positive']],
      [{ ccyCode: 'EUR', amount: '12' }, ['#/amount not_a_number']],
      [{ ccyCode: 'EUR', amount: { ccyCode: 'EUR', minor: 1230 } }, ['#/amount not_a_number']],
      [{ ccyCode: 'EUR', amount: { issue: {} } }, ['#/amount not_a_number']],
      [{ ccyCode: 'EUR' }, ['#/amount required']],
      [{ ccyCode: 'eur', amount: 0.001 }, ['#/ccyCode unknown_currency']],
      [{ ccyCode: 'eur', amount: 0 }, ['#/ccyCode unknown_currency', '#/amount not_positive']],
      [{ ccyCode: ['EUR'], amount: 1 }, ['#/ccyCode unknown_currency']],
      [{ amount: 1 }, ['#/ccyCode required']],
    ])('%j: %j', async (body, expected) => expect(await codes(body)).toEqual(expected));
  });
});
