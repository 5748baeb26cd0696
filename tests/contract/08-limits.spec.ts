import { Api, type Reply } from '../support/api.js';
import { instructionFor } from '../support/instruction.js';
import { createSubscription, subscriptionFor } from '../support/subscription.js';
import { fundedClient, url } from '../support/system.js';

/** interface-spec 8 and decisions §3, §5, §8: each limit at its boundary, and one beyond it. */

let api: Api;
let beneficiaryId: string;
beforeAll(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 1 }));
});

const instruct = (more: object) => api.post('/v1/payment-instructions', instructionFor(beneficiaryId, more));
const text = (length: number) => 'é'.repeat(length);
const list = (query: string) => api.get(`/v1/payment-instructions?${query}`);
const search = (q: string) => list(`q=${encodeURIComponent(q)}`);
const condition = 'amount > "1"';
const nested = (levels: number) => 'AND('.repeat(levels) + condition + ')'.repeat(levels);
const padded = (bytes: number) => `narrative == "${'x'.repeat(bytes - 15)}"`;

it.each<[string, number, (size: number) => Promise<Reply>]>([
  ['characters of a narrative', 512, (size) => instruct({ narrative: text(size) })],
  ['characters of metadata', 1024, (size) => instruct({ metadata: text(size) })],
  [
    'characters of a reason',
    512,
    async (size) => {
      const { id } = (await instruct({})).body.data;
      return api.post(`/v1/payment-instructions/${id}/cancel`, { reason: text(size) });
    },
  ],
  [
    'characters of an idempotency key',
    255,
    (size) => api.put('/v1/client-settings', { baseCcy: 'GBP' }, { key: 'k'.repeat(size) }),
  ],
  [
    "characters of a subscription's label",
    1024,
    (size) => api.post('/v1/webhook-subscriptions', subscriptionFor({ targetPlatform: text(size) })),
  ],
  [
    'characters of a target URL',
    2048,
    (size) =>
      api.post(
        '/v1/webhook-subscriptions',
        subscriptionFor({ targetUrl: 'https://hooks.example.com/'.padEnd(size, 'x') }),
      ),
  ],
  [
    'characters of the message of a ping',
    100,
    async (size) =>
      api.post(`/v1/webhook-subscriptions/${await createSubscription(api)}/ping`, { message: text(size) }),
  ],
  ['records of a page', 1000, (size) => list(`limit=${size}`)],
  ['records that are skipped', 1_000_000_000, (size) => list(`offset=${size}`)],
  ['pairs of a request', 100, (size) => api.get(`/v1/rates?ccyPairs=${Array(size).fill('EURUSD').join()}`)],
  ['conditions of a search', 50, (size) => search(`OR(${Array(size).fill(condition).join()})`)],
  ['levels of a search', 8, (size) => search(nested(size))],
  ['bytes of a search', 8192, (size) => search(padded(size))],
  ['fields that a list is sorted by', 10, (size) => list(Array(size).fill('sortBy=id:ASC').join('&'))],
])('%s: %i, and not one more', async (_, limit, send) => {
  const [atTheEdge, beyond] = [await send(limit), await send(limit + 1)];
  expect([atTheEdge.status, beyond.status, atTheEdge.body.code]).toEqual([200, 400, undefined]);
});

it.each<[string, (size: number) => Promise<Reply>, number, number]>([
  ['a page has at least one record', (size) => list(`limit=${size}`), 1, 0],
  ['nothing is skipped backwards', (size) => list(`offset=${size}`), 0, -1],
  [
    'a key has at least one character',
    (size) => api.put('/v1/client-settings', { baseCcy: 'GBP' }, { key: 'k'.repeat(size) }),
    1,
    0,
  ],
  ['a narrative has at least one character', (size) => instruct({ narrative: text(size) }), 1, 0],
  [
    'an amount has at most 12 digits before the point',
    (digits) => instruct({ amount: 10 ** digits - 1 }),
    12,
    13,
  ],
  [
    'an amount has at most the decimals of its currency',
    (digits) => instruct({ amount: Number(`1e-${digits}`) }),
    2,
    3,
  ],
])('%s', async (_, send, last, beyond) =>
  expect([(await send(last)).status, (await send(beyond)).status]).toEqual([200, 400]),
);

it('a body has at most 100 kB', async () => {
  const body = (bytes: number) => JSON.stringify({ ccyCode: 'GBP' }).padEnd(bytes);
  expect((await api.post('/v1/wallets', body(100_000))).status).toBe(409);
  expect((await api.post('/v1/wallets', body(100_001))).status).toBe(413);
});

it('JSON nests 32 levels', async () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const code = async (levels: number) =>
    (await api.post('/v1/wallets', `{"ccyCode":${deep(levels - 1)}}`)).body.code as string;
  expect([await code(32), await code(33)]).toEqual(['invalid_request', 'malformed_json']);
});

it('a wallet of each currency, once', async () => {
  const open = () => api.post('/v1/wallets', { ccyCode: 'CHF' });
  expect([(await open()).status, (await open()).status]).toEqual([200, 409]);
});

it('50 webhook subscriptions that have not ended', async () => {
  const { api: other } = await fundedClient({});
  const create = () => other.post('/v1/webhook-subscriptions', subscriptionFor());
  const all: Reply[] = [];
  for (let n = 0; n < 51; n++) all.push(await create());
  expect(all.map(({ status }) => status)).toEqual([...Array<number>(50).fill(200), 422]);
  expect(all[50]?.body.code).toBe('limit_reached');
  await other.post(`/v1/webhook-subscriptions/${all[0]?.body.data.id}/unsubscribe`);
  expect((await create()).status).toBe(200);
});

it('ten wrong passwords a minute', async () => {
  const guess = () =>
    new Api(url, {}).post(
      '/v1/auth/token',
      { email: `${beneficiaryId}@example.com`, password: 'x' },
      { key: null },
    );
  const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array<number>(10).fill(401), 429, 429]);
});
