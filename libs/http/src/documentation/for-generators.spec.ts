import { forGenerators } from './for-generators.js';
import type { Document } from './operation-object.js';

const documentOf = (schemas: object, response: object = { properties: {} }): Document =>
  ({
    openapi: '3.1.1',
    paths: {
      '/v1/orders': {
        get: {
          operationId: 'searchOrders',
          responses: {
            '200': { description: 'Done.', content: { 'application/json': { schema: response } } },
          },
        },
      },
    },
    components: { schemas },
  }) as unknown as Document;

const after = (schema: object) => forGenerators(documentOf({ One: schema })).components['schemas']?.['One'];
const NULL = { type: 'null' };

test.each<[string, object, object]>([
  [
    'a value or null',
    { anyOf: [{ type: 'string', maxLength: 5 }, NULL] },
    { maxLength: 5, type: ['string', 'null'] },
  ],
  [
    'a value of an enum or null',
    { anyOf: [{ type: 'string', enum: ['A'] }, NULL] },
    { type: ['string', 'null'], enum: ['A', null] },
  ],
  ['a record or null', { anyOf: [{ $ref: '#/a' }, NULL] }, { anyOf: [{ $ref: '#/a' }, NULL] }],
  ['always null', NULL, { type: ['string', 'null'], description: 'Always null.', examples: [null] }],
  ['a number', { type: 'number' }, { type: 'number', 'x-go-type': 'float64' }],
  [
    'a number or null',
    { anyOf: [{ type: 'number' }, NULL] },
    { type: ['number', 'null'], 'x-go-type': 'float64' },
  ],
  ['a constant', { const: 'ping' }, { type: 'string', const: 'ping' }],
  ['a status', { const: 400 }, { type: 'integer', const: 400 }],
  ['codes', { enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
  [
    'something inside',
    {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'object', properties: { b: { const: 'c' } } }, NULL] } },
    },
    {
      type: 'object',
      properties: { a: { type: ['object', 'null'], properties: { b: { type: 'string', const: 'c' } } } },
    },
  ],
  ['an example', { type: 'object', examples: [{ const: 1 }] }, { type: 'object', examples: [{ const: 1 }] }],
])('%s', (_, before, expected) => {
  expect(after(before)).toEqual(expected);
});

const REF = { $ref: '#/components/schemas/Order' };
const wrapper = (data: object, meta?: object) => ({
  type: 'object',
  properties: { data, ...(meta && { meta }) },
});

test.each([
  ['OrderResponse', wrapper(REF)],
  ['OrderList', wrapper({ type: 'array', items: REF })],
  ['OrderPage', wrapper({ type: 'array', items: REF }, { $ref: '#/components/schemas/SearchMeta' })],
  ['SearchOrdersResult', wrapper({ type: 'array', items: { type: 'string' } })],
])('a response is the schema %s', (name, schema) => {
  const { paths, components } = forGenerators(documentOf({ Order: { type: 'object' } }, schema));
  expect(JSON.stringify(paths)).toContain(`"schema":{"$ref":"#/components/schemas/${name}"}`);
  expect(components['schemas']?.[name]).toEqual(schema);
});

test('the values of lists have a name, and other values of the same field another', () => {
  const list = (...values: string[]) => ({
    type: 'object',
    properties: { kinds: { type: 'array', items: { type: 'string', enum: values } } },
  });
  const { schemas } = forGenerators(documentOf({ A: list('x'), B: list('x'), C: list('y') })).components;
  expect(schemas?.['Kind']).toEqual({ type: 'string', enum: ['x'] });
  expect(JSON.stringify(schemas?.['B'])).toContain('#/components/schemas/Kind"');
  expect(schemas?.['KindValue']).toEqual({ type: 'string', enum: ['y'] });
});

test('each search operator has a name', () => {
  const operators = ['==', '!=', '>', '>=', '<', '<=', '~', '!~', '^=', '$=', '<d', '<=d', '>d', '>=d'];
  const { 'x-enum-varnames': names } = after({ type: 'string', enum: operators }) as Record<string, string[]>;
  expect(names).toHaveLength(operators.length);
  expect(names?.[operators.indexOf('!~')]).toBe('NotContains');
  expect(names?.[operators.indexOf('>=d')]).toBe('OnOrAfter');
});
