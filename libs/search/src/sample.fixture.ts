import { Catalogue } from './catalogue.js';

/** A collection with a field of each type, at every possible position. */

const leaf = (type: string, more: object = {}) => ({ 'x-search-type': type, ...more });
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const object = (properties: object) => ({ type: 'object', properties });
const list = (items: object) => ({ type: 'array', items });
const DAY = { pattern: '^\\d{4}-\\d{2}-\\d{2}$' };

export const sample = new Catalogue(
  object({
    id: leaf('Id'),
    title: leaf('String'),
    amount: leaf('Number'),
    isOpen: leaf('Boolean'),
    madeOn: leaf('Date'),
    dueOn: leaf('Date', DAY),
    state: leaf('Enum', { enum: ['OPEN', 'SHUT'] }),
    note: nullable(leaf('String')),
    place: nullable(object({ City: leaf('String') })),
    tags: list(leaf('String')),
    parts: list(
      object({
        ref: leaf('Id'),
        price: nullable(object({ value: leaf('Number') })),
        codes: list(leaf('Enum', { enum: ['A', 'B'] })),
      }),
    ),
    nothing: { type: 'null' },
    raw: {},
  }),
);
