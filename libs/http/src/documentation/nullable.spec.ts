import { withNullTypes } from './nullable.js';

test.each<[string, object, object]>([
  ['a type', { type: 'string', maxLength: 5, nullable: true }, { type: ['string', 'null'], maxLength: 5 }],
  [
    'an enum',
    { type: 'string', enum: ['A'], nullable: true },
    { type: ['string', 'null'], enum: ['A', null] },
  ],
  [
    'a reference',
    { type: 'object', nullable: true, description: 'x', allOf: [{ $ref: '#/a' }] },
    { description: 'x', anyOf: [{ $ref: '#/a' }, { type: 'null' }] },
  ],
  ['nothing', { type: 'string', nullable: false }, { type: 'string' }],
  [
    'something inside',
    { properties: { list: { items: [{ type: 'number', nullable: true }] } } },
    { properties: { list: { items: [{ type: ['number', 'null'] }] } } },
  ],
])('says that %s can be null as JSON Schema does', (_, before, after) => {
  expect(withNullTypes(before)).toEqual(after);
});
