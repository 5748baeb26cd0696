import { IsFlag } from './is-flag.js';
import { InputReader } from './input-class.js';
import { IsOptionalField } from './is-optional-field.js';
import { IsRecordList } from './is-record-list.js';
import { IsText } from './is-text.js';
import { ReadAs } from './read-as.js';

class Item {
  @IsText({ max: 3 })
  name: string;
}

class Base {
  @IsFlag()
  inherited: boolean;
}

class Input extends Base {
  @IsText({ max: 3 })
  text: string;

  @IsText({ max: 3 })
  preset: string = 'abc';

  @IsOptionalField()
  @IsText({ max: 3 })
  optional: string | null;

  @ReadAs((value, { text }) => `${text}${value}`)
  @IsText({ max: 3 })
  joined: string;

  @IsOptionalField()
  @IsRecordList(() => Item, { max: 2 })
  items: Item[] | null;
}

function read(sent: Record<string, unknown>) {
  const reader = new InputReader((path) => `#${path}`);
  const input = reader.record(Input, sent);
  return { input, issues: reader.issues.map(({ pointer, code }) => `${pointer} ${code}`) };
}

test('an input is an instance of its class, with its defaults, and null for what was omitted', () => {
  const sent = { text: 'a', joined: 'b', inherited: true, items: [{ name: 'x' }] };
  const { input, issues } = read(sent);
  expect(issues).toEqual([]);
  expect(input).toBeInstanceOf(Input);
  expect((input as Input).items?.[0]).toBeInstanceOf(Item);
  expect(input).toEqual({
    text: 'a',
    preset: 'abc',
    optional: null,
    joined: 'ab',
    items: [{ name: 'x' }],
    inherited: true,
  });
});

test('unknown fields come first, then the fields of the class, then those of its base class', () => {
  const items = [{ name: 'long' }, { 'a/b': 1 }, 3];
  expect(read({ items, preset: null, joined: 'bcd', more: 1, text: '' }).issues).toEqual([
    '#/more unknown_field',
    '#/text too_short',
    '#/preset required',
    '#/items too_many',
    '#/items/0/name too_long',
    '#/items/1/a~1b unknown_field',
    '#/items/1/name required',
    '#/inherited required',
  ]);
});

test('what was sent does not change, and an unknown field is not read', () => {
  const sent = { text: 'a', joined: 'b', inherited: true, items: [{ name: 'x', more: 1 }], more: 1 };
  const before = structuredClone(sent);
  const { input } = read(sent);
  expect(sent).toEqual(before);
  expect(input).not.toHaveProperty('more');
});
