import { Type, type TSchema } from 'typebox';
import { breakages, shapeOf } from './message-shape.js';
import { nullable, oneOf, part } from './schema.js';
import { moneyOnWire } from './wire.js';

const text = Type.String();
const fields = {
  id: Type.String({ pattern: '^x?', description: 'Whatever is said of it.' }),
  status: oneOf('B', 'A'),
  amount: nullable(moneyOnWire),
  legs: Type.Array(part({ n: Type.Number() })),
  hint: Type.Optional(text),
  note: nullable(text),
  pair: Type.Tuple([text, text]),
  rates: Type.Record(text, Type.Number()),
  choice: Type.Union([text, Type.Number()]),
};

test('a shape has each field with its demands, and omits descriptions', () => {
  const { id, status, amount, legs, hint, note } = fields;
  const object = { additionalProperties: false, type: 'object' };
  expect(shapeOf(part({ description: id, status, amount, legs, hint, note }))).toEqual({
    '': object,
    '/amount': { nullable: true, ...object },
    '/amount/ccyCode': { type: 'string' },
    '/amount/minor': { type: 'string', pattern: '^-?\\d+$' },
    '/description': { type: 'string', pattern: '^x?' },
    '/hint': { optional: true, type: 'string' },
    '/legs': { type: 'array' },
    '/legs/*': object,
    '/legs/*/n': { type: 'number' },
    '/note': { nullable: true, type: 'string' },
    '/status': { type: 'string', enum: ['A', 'B'] },
  });
});

test('tuples, records and choices are whole', () => {
  const { pair, rates, choice } = fields;
  expect(shapeOf(part({ pair, rates, choice: nullable(choice) }))).toEqual({
    '': { additionalProperties: false, type: 'object' },
    '/choice': { nullable: true, anyOf: [{ type: 'number' }, { type: 'string' }] },
    '/pair': expect.objectContaining({ items: [{ type: 'string' }, { type: 'string' }] }),
    '/rates': { type: 'object', patternProperties: { '^.*$': { type: 'number' } } },
  });
});

const after = (changed: Record<string, TSchema>) => {
  const now = Object.entries<TSchema>({ ...fields, ...changed }).filter(([, schema]) => schema !== GONE);
  return breakages(shapeOf(part(fields)), shapeOf(part(Object.fromEntries(now))));
};
const GONE = Type.Never();

test.each<[string, Record<string, TSchema>]>([
  ['nothing', {}],
  ['a new nullable field', { more: nullable(text) }],
  ['a new field that is null', { more: Type.Null() }],
  ['a new nullable object', { more: nullable(part({ n: Type.Number() })) }],
  ['a new nullable choice', { more: Type.Union([text, Type.Number(), Type.Null()]) }],
  ['a new nullable field of an item', { legs: Type.Array(part({ n: Type.Number(), m: nullable(text) })) }],
  ['another description', { id: Type.String({ pattern: '^x?', examples: ['x'] }) }],
  ['another order of words', { status: oneOf('A', 'B') }],
  ['another order of a choice', { choice: Type.Union([Type.Number(), text]) }],
])('%s breaks nobody', (_, changed) => expect(after(changed)).toEqual([]));

test.each<[string, Record<string, TSchema>, string[]]>([
  ['removed', { id: GONE }, ['/id is gone']],
  ['an object and removed', { amount: GONE }, ['/amount is gone']],
  ['renamed', { id: GONE, name: text }, ['/id is gone', '/name is new and must be required and nullable']],
  ['new and not nullable', { more: text }, ['/more is new and must be required and nullable']],
  [
    'new and optional',
    { more: Type.Optional(nullable(text)) },
    ['/more is new and must be required and nullable'],
  ],
  [
    'new in an item and not nullable',
    { legs: Type.Array(part({ n: Type.Number(), m: text })) },
    ['/legs/*/m is new and must be required and nullable'],
  ],
  ['retyped', { note: nullable(Type.Number()) }, [was('note', { nullable: true, type: 'string' }, 'number')]],
])('a field that is %s breaks readers', (_, changed, sentences) => expect(after(changed)).toEqual(sentences));

const open = (schema: object, more: object) => Type.Unsafe({ ...schema, ...more });

/** Each of them twice: as a change, and as its reversal. One breaks the earlier build, the other one the later. */
test.each<[string, TSchema, TSchema]>([
  ['type', Type.Number(), Type.Integer()],
  ['pattern', Type.String({ pattern: '^x' }), Type.String({ pattern: '^x?' })],
  [
    'a pattern that ends like a mark',
    Type.String({ pattern: '^x?' }),
    nullable(Type.String({ pattern: '^x' })),
  ],
  ['null', text, nullable(text)],
  ['null, for an object', moneyOnWire, nullable(moneyOnWire)],
  ['optional', text, Type.Optional(text)],
  ['minLength', text, Type.String({ minLength: 1 })],
  ['maxLength', Type.String({ maxLength: 10 }), Type.String({ maxLength: 11 })],
  ['maxLength of a nullable', nullable(text), nullable(Type.String({ maxLength: 11 }))],
  ['format', text, Type.String({ format: 'uuid' })],
  ['minimum', Type.Number({ minimum: 0 }), Type.Number({ minimum: 1 })],
  ['maximum', Type.Number(), Type.Number({ maximum: 1 })],
  ['multipleOf', Type.Number(), Type.Number({ multipleOf: 2 })],
  ['words', oneOf('A', 'B'), oneOf('A', 'B', 'C')],
  ['a constant', Type.Literal('A'), Type.Literal('B')],
  ['a keyword that this build does not use', text, open(text, { contentEncoding: 'base64' })],
  ['minItems', Type.Array(text), Type.Array(text, { minItems: 1 })],
  ['uniqueItems', Type.Array(text), Type.Array(text, { uniqueItems: true })],
  ['items', Type.Array(text), Type.Array(Type.Number())],
  ['items that may be null', Type.Array(text), Type.Array(nullable(text))],
  ['a list and an object', Type.Array(text), part({ text })],
  ['a list and a tuple', Type.Array(text), Type.Tuple([text])],
  ['the length of a tuple', Type.Tuple([text]), Type.Tuple([text, text])],
  ['the order of a tuple', Type.Tuple([text, Type.Number()]), Type.Tuple([Type.Number(), text])],
  ['a field in a tuple', Type.Tuple([part({})]), Type.Tuple([part({ more: nullable(text) })])],
  ['the values of a record', Type.Record(text, text), Type.Record(text, Type.Number())],
  ['the keys of a record', Type.Record(text, text), Type.Record(Type.String({ pattern: '^x' }), text)],
  ['a field in a record', Type.Record(text, part({})), Type.Record(text, part({ more: nullable(text) }))],
  ['a choice', text, Type.Union([text, Type.Number()])],
  ['unknown fields', part({}), Type.Object({})],
  ['the number of fields', part({}), open(part({}), { maxProperties: 3 })],
])('a change of %s breaks readers, in either direction', (_, one, other) => {
  const [before, now] = [one, other].map((field) => shapeOf(part({ field })));
  expect(breakages(before!, now!)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/field(\/\*)? was /)]),
  );
  expect(breakages(now!, before!)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/field(\/\*)? was /)]),
  );
});

function was(name: string, before: object, type: string) {
  return `/${name} was ${JSON.stringify(before)} and is ${JSON.stringify({ ...before, type })}`;
}
