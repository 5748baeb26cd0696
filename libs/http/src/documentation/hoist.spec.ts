import { hoistTitled } from './hoist.js';
import type { Document } from './operation-object.js';

const money = { title: 'Money', type: 'object', properties: { value: { type: 'number' } } };
const responding = (...schemas: object[]) =>
  ({ openapi: '3.1.1', paths: { '/a': { get: { schemas } } }, components: {} }) as unknown as Document;

test('a schema with a title is moved to the components once, as are nested ones', () => {
  const wallet = {
    title: 'Wallet',
    type: 'object',
    properties: { balance: money, title: { type: 'string' } },
  };
  const document = responding({ data: wallet }, money, { title: 'no schema' });
  hoistTitled(document);
  expect(document.paths).toEqual({
    '/a': {
      get: {
        schemas: [
          { data: { $ref: '#/components/schemas/Wallet' } },
          { $ref: '#/components/schemas/Money' },
          { title: 'no schema' },
        ],
      },
    },
  });
  expect(document.components['schemas']).toEqual({
    Money: { type: 'object', properties: { value: { type: 'number' } } },
    Wallet: {
      type: 'object',
      properties: { balance: { $ref: '#/components/schemas/Money' }, title: { type: 'string' } },
    },
  });
});

test('two different schemas with the same title are an error', () => {
  const other = { ...money, properties: {} };
  expect(() => hoistTitled(responding(money, other))).toThrow('Two schemas have the title Money');
});
