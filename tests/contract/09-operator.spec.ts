import { randomUUID } from 'node:crypto';
import { committedDocument } from '@corridor/testing/openapi';
import { Api } from '../support/api.js';
import { type TestClient, newClient, operator, url } from '../support/system.js';

/** production.md §2: the operator's interface, with the same conventions as the API and credentials of its own. */

const { paths } = committedDocument();
const routes = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security = [] }]) => security.length > 0)
    .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'unknown') })),
);
const isOperators = ({ path }: { readonly path: string }) => path.startsWith('/operator/');

const login = () => ({ email: `${randomUUID()}@corridor.example`, password: 'correct horse battery' });
async function newStaff(roles: readonly string[]) {
  const credentials = login();
  const person = { ...credentials, firstName: 'Bo', lastName: 'Chen', roles };
  const { body } = await operator.post('/operator/v1/staff', person);
  const token = await new Api(url, {}).post('/operator/v1/auth/token', credentials, { key: null });
  const api = new Api(url, { authorization: `Bearer ${token.body.data.accessToken}` });
  return { id: body.data.id as string, api, credentials };
}

let client: TestClient;
beforeAll(async () => {
  client = await newClient();
});

async function opened(api: Api, which: typeof routes): Promise<string[]> {
  const found: string[] = [];
  for (const { method, path } of which) {
    const { status } = await api.send(method, path, method === 'GET' ? undefined : {}, {});
    if (status !== 401) found.push(`${method} ${path}: ${status}`);
  }
  return found;
}

it('is opened by no credential of a client', async () => {
  const { body } = await client.api.post('/v1/auth/token', client.login, { key: null, headers: {} });
  expect(body.data.tokenType).toBe('Bearer');
  const bearer = new Api(url, { authorization: `Bearer ${body.data.accessToken}` });
  for (const api of [client.api, bearer, new Api(url, {})])
    expect(await opened(api, routes.filter(isOperators))).toEqual([]);
});

it('has credentials that open nothing of clients', async () => {
  const { api } = await newStaff(['administrator', 'onboarding', 'operations']);
  const others = routes.filter((route) => !isOperators(route));
  expect(others.length).toBeGreaterThan(50);
  for (const one of [api, operator]) expect(await opened(one, others)).toEqual([]);
});

it('replays a command with its key, and answers every rejected login alike', async () => {
  const person = { ...login(), firstName: 'Bo', lastName: 'Chen', roles: ['support'] };
  const key = randomUUID();
  const first = await operator.post('/operator/v1/staff', person, { key });
  const again = await operator.post('/operator/v1/staff', person, { key });
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  const nobody = new Api(url, {}, false);
  const rejected = await Promise.all(
    [{ ...person, password: 'wrong' }, login()].map(({ email, password }) =>
      nobody.post('/operator/v1/auth/token', { email, password }, { key: null }),
    ),
  );
  expect(rejected.map(({ status }) => status)).toEqual([401, 401]);
  const [one, other] = rejected.map(({ body }) => ({ ...body, requestId: '' }));
  expect(one).toEqual(other);
});

it('logs a member out in every process with one request', async () => {
  const { id, api } = await newStaff(['support']);
  const seen = async () => (await api.get('/operator/v1/auth/who-am-i')).status;
  expect(await Promise.all(Array.from({ length: 8 }, seen))).toEqual(Array(8).fill(200));
  expect((await operator.post(`/operator/v1/staff/${id}/disable`)).body.data.status).toBe('DISABLED');
  expect(await Promise.all(Array.from({ length: 8 }, seen))).toEqual(Array(8).fill(401));
});

it('searches staff in both forms, with the same envelope as every search', async () => {
  const { id } = await newStaff(['dealer']);
  const byQuery = await operator.get(`/operator/v1/staff?q=${encodeURIComponent(`id == "${id}"`)}`);
  expect(byQuery.body.data.map((one: { id: string }) => one.id)).toEqual([id]);
  expect(byQuery.body.meta).toMatchObject({ totalCount: 1, query: `id == "${id}"` });
  const query = { field: 'id', operator: 'Equals', value: id };
  const byBody = await operator.post('/operator/v1/staff/search', { query }, { key: null });
  expect(byBody.body.data).toEqual(byQuery.body.data);
  const wrong = await operator.get(`/operator/v1/staff?q=${encodeURIComponent('password == "x"')}`);
  expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_request']);
});
