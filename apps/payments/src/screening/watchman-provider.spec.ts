import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScreeningSubject } from '@corridor/screening';
import { WatchmanProvider } from './watchman-provider.js';

const subject: ScreeningSubject = {
  type: 'BENEFICIARY',
  id: 'ben_1',
  clientId: 'cli_1',
  names: ['Jane Doe & Co', 'J. Doe'],
  party: 'PERSON',
  dateOfBirth: '1970-01-31',
  countries: ['GB'],
};
const someHashes = { us_ofac: 'b9d56301aa' };
const listInfo: { lists: Record<string, number>; listHashes?: Record<string, unknown> } = {
  lists: { us_ofac: 17646, eu_csl: 3 },
};
const entity = (changes: object = {}) => ({
  name: 'DOE, Jane',
  entityType: 'person',
  sourceList: 'us_ofac',
  sourceID: '90001',
  person: null,
  match: 0.9444,
  ...changes,
});

let server: Server;
let respond: RequestListener;
let requests: URL[];

beforeEach(async () => {
  requests = [];
  listInfo.listHashes = someHashes;
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://local');
    requests.push(url);
    if (url.pathname === '/base/v2/listinfo') response.end(JSON.stringify(listInfo));
    else respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
const provider = (more: { timeoutMs?: number; leftAloneMs?: number } = {}) =>
  new WatchmanProvider({ url: url(), threshold: 0.85, ...more });
const entities =
  (...all: readonly unknown[]): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify({ query: {}, entities: all }));

test('asks for a person by all names and the date of birth', async () => {
  respond = entities(entity(), entity({ sourceID: '2', match: 0.5 }));
  expect(await provider().screen(subject)).toEqual({
    listVersions: ['eu_csl unknown', 'us_ofac b9d56301aa'],
    hits: [
      {
        list: 'us_ofac',
        listVersion: 'b9d56301aa',
        entryId: '90001',
        name: 'DOE, Jane',
        score: 0.9444,
        explanation: '“Jane Doe & Co” resembles “DOE, Jane”, an entry of us_ofac: the provider gives 94 %.',
      },
    ],
  });
  const asked = requests.find(({ pathname }) => pathname === '/base/v2/search')!.searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    name: 'Jane Doe & Co',
    type: 'person',
    birthDate: '1970-01-31',
  });
  expect(asked.getAll('altNames')).toEqual(['J. Doe']);
});

test('asks for each kind of party if it is not known', async () => {
  respond = entities();
  await provider().screen({ ...subject, party: null });
  const kinds = requests.map(({ searchParams }) => searchParams.get('type')).filter(Boolean);
  expect(kinds.sort()).toEqual(['business', 'organization', 'person']);
});

test.each<[string, RequestListener, RegExp]>([
  ['500', (_, response) => response.writeHead(500).end('{"entities":[]}'), /the response was 500/],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(), /redirect/],
  ['no JSON', (_, response) => response.end('<html>'), /failed: .*JSON/],
  ['no UTF-8', (_, response) => response.end(Buffer.from([0x7b, 0xff, 0x7d])), /failed: .*(valid|utf)/i],
  ['an array', (_, response) => response.end('[]'), /no object/],
  ['no entities', (_, response) => response.end('{"entities":null}'), /no list of entities/],
  ['an entity without a match', entities(entity({ match: undefined })), /no name, list, id or match/],
  ['a match above 1', entities(entity({ match: 94 })), /no name, list, id or match/],
  [
    'half a response',
    (_, response) => void response.writeHead(200, { 'content-length': 100 }).end('{"entities"'),
    /failed/,
  ],
  ['nothing', ({ socket }) => socket.destroy(), /failed/],
  [
    'too much',
    (_, response) => response.end(`{"entities":[],"x":"${'x'.repeat(5_000_000)}"}`),
    /larger than/,
  ],
])('%s is an error, never an empty result', async (_, listener, reason) => {
  respond = listener;
  await expect(provider().screen(subject)).rejects.toThrow(reason);
});

test.each<[string, RequestListener]>([
  ['never responds', () => undefined],
  [
    'sends a byte now and then',
    (_, response) => {
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('a server that %s is given up after the time-out', async (_, listener) => {
  respond = listener;
  await expect(provider({ timeoutMs: 200 }).screen(subject)).rejects.toThrow('no response within 200 ms');
});

describe('the versions of its lists', () => {
  const asked = () => requests.filter(({ pathname }) => pathname === '/base/v2/listinfo').length;

  test('are told in one order, as in a result, and remembered for a while', async () => {
    respond = entities();
    listInfo.listHashes = { us_ofac: 'b9d56301aa', eu_csl: '0123456789abcdef0123' };
    const one = provider();
    const told = await one.currentVersions();
    expect(told).toEqual(['eu_csl 0123456789abcdef', 'us_ofac b9d56301aa']);
    expect((await one.screen(subject)).listVersions).toEqual(told);
    expect([await one.currentVersions(), asked()]).toEqual([told, 1]);
    listInfo.listHashes = { ...listInfo.listHashes, us_ofac: 'c0ffee' };
    const fresh = ['eu_csl 0123456789abcdef', 'us_ofac c0ffee'];
    expect([await one.currentVersions(true), asked()]).toEqual([fresh, 2]);
    expect((await one.screen(subject)).listVersions).toEqual(fresh);
  });

  test.each<[string, Record<string, unknown> | undefined]>([
    ['a list has no hash', someHashes],
    ['a hash is empty', { ...someHashes, eu_csl: '' }],
    ['a hash is no text', { ...someHashes, eu_csl: 7 }],
    ['there are no hashes', undefined],
  ])('are not known if %s', async (_, hashes) => {
    listInfo.listHashes = hashes;
    expect(await provider().currentVersions()).toBeNull();
  });

  test('are an error if the server fails', async () => {
    const lists = { ...listInfo.lists };
    listInfo.lists = {};
    await expect(provider().currentVersions()).rejects.toThrow('it has no lists');
    listInfo.lists = lists;
  });
});

test('a server without lists finds nobody: an error', async () => {
  respond = entities();
  const lists = { ...listInfo.lists };
  listInfo.lists = {};
  await expect(provider().screen(subject)).rejects.toThrow('it has no lists');
  listInfo.lists = lists;
});

test('a server that is not there', async () => {
  const gone = new WatchmanProvider({ url: url(), threshold: 0.85 });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(gone.screen(subject)).rejects.toThrow(/ECONNREFUSED/);
  server = createServer().listen(0, '127.0.0.1');
});

test('leaves a failing server alone, tries it with one request, and goes on when it responds', async () => {
  respond = (_, response) => response.writeHead(503).end();
  const failing = provider({ leftAloneMs: 100 });
  for (let at = 0; at < 5; at++) await expect(failing.screen(subject)).rejects.toThrow('503');
  const made = requests.length;
  await expect(failing.screen(subject)).rejects.toThrow(/circuit/i);
  expect([requests.length, failing.isLeftAlone]).toEqual([made, true]);
  respond = entities();
  const until = async (): Promise<unknown> =>
    failing.screen(subject).catch(() => new Promise((r) => setTimeout(r, 20)).then(until));
  expect(await until()).toMatchObject({ hits: [] });
  expect(failing.isLeftAlone).toBe(false);
});
