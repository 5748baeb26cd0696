import { Type, type TSchema } from 'typebox';
import { breakages, shapeOf } from './message-shape.js';
import { nullable, oneOf, part } from './schema.js';
import { moneyOnWire } from './wire.js';

const fields = {
  id: Type.String({ pattern: '^x', description: 'Whatever is said of it.' }),
  status: oneOf('B', 'A'),
  amount: nullable(moneyOnWire),
  legs: Type.Array(part({ n: Type.Number() })),
  hint: Type.Optional(Type.String()),
  note: nullable(Type.String()),
};

test('a shape is compact, and omits descriptions', () => {
  expect(shapeOf(part(fields))).toEqual({
    amount: { '?': 'null', ccyCode: 'string', minor: 'string ^-?\\d+$' },
    'hint?': 'string',
    id: 'string ^x',
    legs: [{ n: 'number' }],
    note: 'string?',
    status: 'A|B',
  });
});

const after = (changed: Record<string, TSchema>, without: keyof typeof fields | null = null) => {
  const { [without ?? 'none']: _, ...rest } = { ...fields, none: fields.id, ...changed } as Record<
    string,
    TSchema
  >;
  const { none: __, ...left } = rest;
  return breakages(shapeOf(part(fields)), shapeOf(part(left)));
};

test.each<[string, Record<string, TSchema>]>([
  ['nothing', {}],
  ['a new nullable field', { more: nullable(Type.String()) }],
  ['a new nullable object', { more: nullable(part({ n: Type.Number() })) }],
  [
    'a new nullable field of an item',
    { legs: Type.Array(part({ n: Type.Number(), m: nullable(Type.String()) })) },
  ],
  ['a description', { id: Type.String({ pattern: '^x' }) }],
])('%s breaks nobody', (_, changed) => expect(after(changed)).toEqual([]));

test.each<[string, Record<string, TSchema>, keyof typeof fields | null, string[]]>([
  ['removed', {}, 'id', ['/id is gone']],
  ['renamed', { name: fields.id }, 'id', ['/id is gone', '/name is new, and may not be null']],
  ['retyped', { id: Type.Number() }, null, ['/id was "string ^x" and is "number"']],
  [
    'of another pattern',
    { id: Type.String({ pattern: '^y' }) },
    null,
    ['/id was "string ^x" and is "string ^y"'],
  ],
  ['new and not nullable', { more: Type.String() }, null, ['/more is new, and may not be null']],
  ['not null any more', { note: Type.String() }, null, ['/note was "string?" and is "string"']],
  ['null from now on', { id: nullable(fields.id) }, null, ['/id was "string ^x" and is "string ^x?"']],
  [
    'an object that may be null from now on',
    { amount: moneyOnWire },
    null,
    ['/amount is never null any more'],
  ],
  ['a list no more', { legs: part({ n: Type.Number() }) }, null, ['/legs has another type']],
  [
    'other items',
    { legs: Type.Array(part({ n: Type.String() })) },
    null,
    ['/legs/0/n was "number" and is "string"'],
  ],
  ['a word more', { status: oneOf('A', 'B', 'C') }, null, ['/status may be C now']],
  ['a word less', { status: oneOf('A') }, null, ['/status has no B any more']],
])('a field that is %s breaks readers', (_, changed, without, sentences) =>
  expect(after(changed, without)).toEqual(sentences),
);
