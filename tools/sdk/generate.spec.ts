import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, sdkFiles } from './generate.mjs';
import { decimalsIn, typeOf } from './types.mjs';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

test('the SDK is generated from the committed document (to update it: npm run openapi)', () => {
  const committed = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]);
  expect(Object.fromEntries(committed)).toEqual(sdkFiles(document));
});

test('each operation is a method', () => {
  const { 'operations.ts': code = '' } = sdkFiles(document);
  const ids = Object.values<any>(document.paths).flatMap((methods) =>
    Object.values<any>(methods).map(({ operationId }) => operationId as string),
  );
  expect(ids.length).toBeGreaterThan(140);
  expect([...code.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name)).toEqual(
    ids.filter((id) => id !== 'streamEvents'), // `events.stream`, by hand
  );
});

const style = { number: 'Decimal', indent: '' };

test.each([
  [{ $ref: '#/components/schemas/Money' }, 'Money'],
  [{ const: 'ping' }, "'ping'"],
  [{ enum: ['A', null], type: ['string', 'null'] }, "'A' | null"],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number | null'],
  [{ type: ['number', 'null'] }, 'Decimal | null'],
  [{ type: 'array', items: { enum: ['A', 'B'] } }, "('A' | 'B')[]"],
  [{ type: 'object', patternProperties: { '^a': { type: 'string' } } }, 'Record<string, string>'],
  [
    { type: 'object', required: ['a'], properties: { a: { type: 'boolean', description: 'Why.' }, b: {} } },
    null,
  ],
])('%j is %s', (schema, type) => {
  if (type === null) expect(() => typeOf(schema, style)).toThrow('No type for {}');
  else expect(typeOf(schema, style)).toBe(type);
});

test('a field that is a decimal here and another number there is refused: it is read by its name', () => {
  const fields = (type: string) => ({ type: 'object', properties: { size: { type } } });
  expect(decimalsIn([fields('number')], {})).toEqual(['size']);
  expect(() => decimalsIn([fields('number'), fields('integer')], {})).toThrow('some places only: size');
});
