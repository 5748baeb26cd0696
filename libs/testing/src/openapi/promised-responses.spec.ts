import type { SeenResponse } from './on-response.js';
import type { PromisedDocument } from './document-schemas.js';
import { PromisedResponses } from './promised-responses.js';

const text = { type: 'string' };
const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const of = (schema: object) => ({
  type: 'object',
  required: ['data'],
  additionalProperties: false,
  properties: { data: schema },
});

const document: PromisedDocument = {
  paths: {
    '/v1/orders/{id}': {
      get: {
        operationId: 'getOrder',
        responses: {
          200: {
            headers: { 'X-Request-Id': { required: true, schema: text } },
            content: { 'application/json': { schema: of({ $ref: '#/components/schemas/Order' }) } },
          },
          404: { content: problem },
        },
      },
    },
    '/v1/orders/search': {
      post: {
        operationId: 'searchOrders',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 5 } as object },
          { name: 'scope', in: 'query', required: true, schema: text },
          {
            name: 'sort',
            in: 'query',
            schema: { type: 'array', items: { type: 'string', maxLength: 3 } } as object,
          },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', additionalProperties: false, properties: { note: text } },
            },
          },
        },
        responses: { 200: { content: { 'application/json': { schema: of({ type: 'array' }) } } } },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'note'],
        additionalProperties: false,
        properties: { id: { type: 'string', pattern: '^ord_' }, note: { anyOf: [text, { type: 'null' }] } },
      },
      Problem: { type: 'object', required: ['code'], properties: { code: text } },
    },
  },
};

const promised = new PromisedResponses(document, { isCounted: true });
const sound: SeenResponse = {
  method: 'GET',
  path: '/v1/orders/ord_1?x=1',
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1' },
  body: '{"data":{"id":"ord_1","note":null}}',
};
const asProblem = {
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: '{"code":"x"}',
};
const issues = (change: Partial<SeenResponse>) => promised.issuesOf({ ...sound, ...change });

it('finds no issue in a documented response', () => {
  expect(issues({})).toEqual([]);
  expect(issues({ ...asProblem, status: 404 })).toEqual([]);
  expect(promised.operationOf(sound)?.operationId).toBe('getOrder');
  expect(issues({ path: '/v1/%6frders/ord_1' })).toEqual([]);
  expect(issues({ ...asProblem, path: '/v1/%zz', status: 400 })).toEqual([]);
  const search = { method: 'POST', ...asProblem, status: 404 };
  expect(issues({ ...search, path: '/v1/orders/%73earch' })).toEqual([]);
  expect(issues({ ...search, path: '/v1/orders/search' })).toHaveLength(1);
});

it.each<[string, Partial<SeenResponse>, RegExp]>([
  ['a status that is not promised', { status: 409, ...asProblem }, /getOrder does not promise status 409/],
  [
    'another content type',
    { headers: { ...sound.headers, 'content-type': 'text/html' } },
    /content-type text\/html/,
  ],
  ['a missing header', { headers: { 'content-type': 'application/json' } }, /no header X-Request-Id/],
  ['a field too many', { body: '{"data":{"id":"ord_1","note":null,"more":1}}' }, /additional.*more/],
  ['a field beside the data', { body: '{"data":{"id":"ord_1","note":null},"meta":{}}' }, /additional.*meta/],
  ['a missing field', { body: '{"data":{"id":"ord_1"}}' }, /note/],
  ['another type', { body: '{"data":{"id":"ord_1","note":7}}' }, /#\/data\/note/],
  ['another prefix', { body: '{"data":{"id":"pi_1","note":null}}' }, /#\/data\/id/],
  ['no JSON', { body: 'oops' }, /must be object/],
  ['a path that is not promised', { path: '/v1/secrets' }, /not in the document/],
  ['a method that is not promised', { method: 'PUT' }, /not in the document/],
  ['a refusal that is no problem document', { path: '/v1/x', status: 404 }, /content-type/],
  [
    '405 that does not say what is allowed',
    { method: 'PUT', status: 405, ...asProblem },
    /405 without Allow/,
  ],
])('notices %s', (_, change, issue) => {
  expect(issues(change).join('\n')).toMatch(issue);
});

it('prefers a literal path to one with a variable, and recognizes HTML pages', () => {
  expect(promised.operationOf({ method: 'POST', path: '/v1/orders/search' })?.operationId).toBe(
    'searchOrders',
  );
  expect(issues({ path: '/problems/not_found', headers: { 'content-type': 'text/html' } })).toEqual([]);
});

describe('an accepted request', () => {
  const search = (path: string, sent: unknown) =>
    issues({ method: 'POST', path: `/v1/orders/search${path}`, body: '{"data":[]}', sent }).join();

  it.each<[string, unknown]>([
    ['?scope=a', { note: 'x', other: undefined }],
    ['?scope=a&limit=5&sort=abc&sort=d', '{"note":"x"}'],
    ['?scope=a', undefined],
  ])('can be sent as the document says: %s %j', (path, sent) => expect(search(path, sent)).toBe(''));

  it.each<[string, unknown, RegExp]>([
    ['?scope=a', { note: 1 }, /took #\/note/],
    ['?scope=a', '{"more":1}', /took # .*more/],
    ['', {}, /took no \?scope/],
    ['?scope=a&limit=6', {}, /took \?limit=6/],
    ['?scope=a&limit=many', {}, /took \?limit=many/],
    ['?scope=a&sort=abc&sort=long', {}, /took \?sort=abc: #\/1/],
  ])('is noticed where the document does not say so: %s %j', (path, sent, issue) =>
    expect(search(path, sent)).toMatch(issue),
  );
});
