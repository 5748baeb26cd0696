import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, type DocumentedOperation, documentFor, joined, operationsOf } from '@corridor/http';
import { compact, surface, withoutExamples } from '@corridor/tools/documentation/committed.mjs';
import { withRoles } from '@corridor/tools/documentation/roles.mjs';
import { roles, staffPermissions } from '@corridor/gateway';
import { tourExamples } from '@corridor/tools/documentation/tour-examples.mjs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ofStaff } from './about.js';
import { countOf, examplesIn, issuesOf } from './examples.fixture.js';
import { generate } from './generate.js';
import { tryIt } from './try-it.js';

/** The served document of `npm run build`, and the committed forms of `npm run openapi`. */
const docs = (name: string) => readFileSync(join(process.cwd(), 'docs', name), 'utf8');
const made = async () => generate(await tourExamples(await generate(), docs('tour.http'), tryIt));

let document: Document;
let operations: DocumentedOperation[];
beforeAll(async () => {
  document = JSON.parse(JSON.stringify(await made())) as Document;
  operations = operationsOf(document);
});

it('is committed without its examples (to update it: npm run openapi)', () => {
  const [forClients, forStaff] = [documentFor('clients', document), ofStaff(documentFor('staff', document))];
  expect(docs('openapi.json') === `${compact(withoutExamples(forClients))}\n`).toBe(true);
  expect(docs('operator.openapi.json') === `${compact(withoutExamples(forStaff))}\n`).toBe(true);
  expect(docs('openapi.json')).not.toContain('"summary": "Search the instructions"'); // the name of an example
  expect(JSON.stringify(document)).toContain('"summary":"Search the instructions"');
  expect(docs('api-surface.txt')).toBe(surface(forClients) + surface(forStaff));
});

it('is one document for clients and one for staff, each complete and with nothing of the other', async () => {
  for (const surface of ['clients', 'staff'] as const) {
    const own = documentFor(surface, document);
    const isOther = (path: string) => path.startsWith('/operator/') === (surface === 'clients');
    expect(Object.keys(own.paths).filter(isOther)).toEqual([]);
    const text = JSON.stringify(own);
    const routes = new Set([...text.matchAll(/\bGET (\/[\w/-]+)/g)].map(([, path]) => path ?? ''));
    expect([...routes].filter(isOther)).toEqual([]);
    const used = new Set([...text.matchAll(/"#\/components\/(\w+\/[^"]+)"/g)].map(([, name]) => name));
    const { securitySchemes: schemes = {}, ...components } = own.components;
    const there = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    );
    const ofNobody = ['examples/internal', 'examples/method_not_allowed'];
    expect(there.sort()).toEqual([...used, ...ofNobody].sort());
    const ofSurface = { clients: ['apiKey', 'bearer'], staff: ['operatorKey', 'staffBearer', 'staffKey'] };
    expect(Object.keys(schemes).sort()).toEqual(ofSurface[surface]);
    expect(await new Validator().validate(JSON.parse(text) as Record<string, unknown>)).toEqual({
      valid: true,
    });
  }
  const both = joined(documentFor('clients', document), documentFor('staff', document));
  expect(operationsOf(both)).toHaveLength(operations.length);
});

it('has the table of roles in the page about staff (to update it: npm run openapi)', () => {
  const page = docs('staff.md');
  const words = (text: string) => text.replace(/:?-+:?(?= \|)/g, '-').replace(/ +/g, ' ');
  expect(words(page)).toBe(words(withRoles(page, { roles, staffPermissions })));
});

it('has one line per operation in the API surface, with its permission and response', () => {
  const lines = surface(document).trim().split('\n');
  expect(lines).toHaveLength(operations.length);
  expect(lines).toContain('GET /v1/wallets searchWallets wallets:read → WalletSummary[]');
  expect(lines.filter((line) => !/^[A-Z]+ \/\S+ \w+ \S+ (\(\w+\) )?→ \S+$/.test(line))).toEqual([]);
});

it('leaves no field out of what a PUT of staff replaces: it would be lost without a word', () => {
  interface Body {
    readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
  }
  const schemas = document.components['schemas'] as Record<
    string,
    { properties: object; required?: string[] }
  >;
  const optional = operations
    .filter(({ method, path }) => method === 'PUT' && path.startsWith('/operator/'))
    .flatMap(({ path, operation }) => {
      const { $ref } = (operation.requestBody as Body).content['application/json'].schema;
      const { properties, required = [] } = schemas[$ref.split('/').at(-1) ?? '']!;
      const names = Object.keys(properties).filter((name) => !required.includes(name));
      return names.map((name) => `${path} ${name}`);
    });
  expect(optional).toEqual(['/operator/v1/dealing/rates/{ccyPair} force']); // says how, and is not kept
});

it('is deterministic', async () => {
  expect(JSON.stringify(await made())).toBe(JSON.stringify(document));
});

it('has an example of the response and, if there is one, of the body of each operation', () => {
  const isShown = ({ operation: { requestBody, responses } }: DocumentedOperation) =>
    ['200', '202'].some((status) => examplesIn(responses[status] ?? {}).length > 0) &&
    (!requestBody || examplesIn(requestBody).length > 0);
  expect(operations.filter((one) => !isShown(one)).map(({ method, path }) => `${method} ${path}`)).toEqual(
    [],
  );
});

it('says of each operation that waits for other services that its step can be parked', () => {
  const waits = ({ method, path }: DocumentedOperation) =>
    method !== 'GET' && (path.startsWith('/v1/simulators/') || path === '/v1/payment-instructions');
  const saysSo = ({ operation }: DocumentedOperation) =>
    JSON.stringify(operation.responses['409']).includes('step_parked');
  const waiting = operations.filter(waits);
  expect(waiting.length).toBeGreaterThan(20);
  expect(waiting.filter((one) => !saysSo(one)).map(({ path }) => path)).toEqual([]);
});

it('has examples that match their schemas', () => {
  expect(issuesOf(document)).toEqual([]);
  expect(countOf(document)).toBeGreaterThan(10 * operations.length);
});

it('has the values that the tour states for a response', () => {
  const { responses } = operations.find(
    ({ operation }) => operation.operationId === 'createClient',
  )!.operation;
  expect(JSON.stringify(responses['200'])).toContain('"status":"Active"');
});
