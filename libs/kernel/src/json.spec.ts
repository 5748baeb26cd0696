import fc from 'fast-check';
import { decodeJson, encodeJson } from './json.js';
import { money } from './money.js';

const roundTrip = (value: unknown) => decodeJson<unknown>(encodeJson(value));

describe('JSON of events', () => {
  it('keeps money, at any depth', () => {
    const event = {
      type: 'sent',
      amount: money('JPY', 2n ** 70n),
      fees: [{ of: money('GBP', -1n) }, money('GBP', 0n)],
    };
    expect(roundTrip(event)).toEqual(event);
    expect(encodeJson(money('GBP', 123n))).toBe('{"ccyCode":"GBP","minor":"123"}');
  });

  it.each([
    '123',
    '123n',
    '-0',
    '1e400',
    '{"minor":"1"}',
    '"',
    '\\',
    '\u2028',
    '\ud800',
    '\u0000',
    '__proto__',
  ])('does not touch the text %j', (text) => {
    for (const value of [text, { narrative: text }, [text], { [text]: { Minor: text, minors: text } }]) {
      if (text !== 'minor') expect(roundTrip(value)).toEqual(value);
    }
  });

  it('keeps everything that JSON has', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt(), (value, minor) => {
        fc.pre(!JSON.stringify(value).includes('"minor":'));
        const event = { value: JSON.parse(JSON.stringify(value)) as unknown, amount: money('GBP', minor) };
        expect(roundTrip(event)).toEqual(event);
      }),
    );
  });

  it('keeps the order of keys', () => {
    const text = '{"b":1,"a":{"minor":"5","ccyCode":"GBP"},"__proto__":2}';
    expect(encodeJson(decodeJson(text))).toBe(text);
    expect(({} as Record<string, unknown>)['b']).toBeUndefined();
  });

  it.each([{ major: 1n }, [1n], 1n, { minor: '1' }, { minor: 1 }, { minor: null }, { minor: { minor: 1n } }])(
    'rejects %p',
    (value) => {
      expect(() => encodeJson(value)).toThrow(TypeError);
    },
  );

  it('rejects a fractional minor unit', () => {
    expect(() => decodeJson('{"minor":"1.5"}')).toThrow(SyntaxError);
    expect(() => decodeJson('{"minor":"12n"}')).toThrow(SyntaxError);
  });
});
