import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { examine } from './doctor/examination.js';

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(['log', 'warn', 'error']));

test('the doctor tells whether the server of the bank accepts connections', async () => {
  const findings = await examine({ RAIL_SFTP: 'sftp://corridor@127.0.0.1:1' });
  expect(findings).toContainEqual({
    ...{ name: 'server of the bank', status: 'problem' },
    detail: expect.stringMatching(/^127\.0\.0\.1:1: .*ECONNREFUSED/),
  });
});

describe('a provider is asked', () => {
  const key = join(mkdtempSync(join(tmpdir(), 'doctor-key-')), 'key');
  writeFileSync(key, 'the right key');
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer(({ url: path, headers }, response) => {
      const isKnown = headers.authorization === 'Bearer the right key';
      const events = path?.startsWith('/v1/events') ? 200 : 404;
      response.writeHead(isKnown ? events : 401).end('{"events":[{"id":"e-1"}]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => server.close());

  const railTo = (RAIL_HTTP_URL: string, RAIL_HTTP_KEY_FILE = key) => ({
    ...{ RAIL: 'http', BANK_BIC: 'CORRGB2LXXX', RAIL_HTTP_URL, RAIL_HTTP_KEY_FILE },
    ...{ COLLECTION_ACCOUNTS: 'http', COLLECTION_ACCOUNTS_HTTP_URL: RAIL_HTTP_URL },
    COLLECTION_ACCOUNTS_HTTP_KEY_FILE: RAIL_HTTP_KEY_FILE,
  });
  const found = async (variables: Record<string, string>) =>
    (await examine(variables)).filter(({ name }) =>
      ['payment rail', 'source of collection accounts'].includes(name),
    );

  test('which lets us in', async () => {
    const { host } = new URL(url);
    expect(await found(railTo(url))).toEqual(
      expect.arrayContaining([
        { name: 'payment rail', status: 'ok', detail: `${host} lets us in; of its events wait 1` },
        { name: 'source of collection accounts', status: 'ok', detail: `${host} lets us in` },
      ]),
    );
  });

  test.each([
    ['refuses the credential', () => railTo(url, wrongKey()), /the response was 401$/],
    ['is not there', () => railTo('http://127.0.0.1:1'), /ECONNREFUSED|bad port/],
  ])('which %s', async (_, variables, detail) => {
    const findings = await found(variables());
    expect(findings).toHaveLength(2);
    for (const one of findings)
      expect(one).toMatchObject({ status: 'problem', detail: expect.stringMatching(detail) });
  });

  function wrongKey(): string {
    writeFileSync(`${key}-wrong`, 'another key');
    return `${key}-wrong`;
  }
});

describe('what settings name outside is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const sheet = (name: string, day: string) =>
    file(
      name,
      `<Envelope><Cube><Cube time="${day.slice(0, 10)}"><Cube currency="USD" rate="1.1"/></Cube></Cube></Envelope>`,
    );
  const feed = (name: string, times: readonly string[]) => {
    const quotes = times.map((time, i) => ({ pair: ['EURUSD', 'EURGBP'][i], bid: 1.1, ask: 1.1, time }));
    return `feed+${file(name, JSON.stringify({ quotes }))}`;
  };
  const points = (name: string, time: string) =>
    file(
      name,
      JSON.stringify({ curves: [{ pair: 'EURUSD', time, points: [{ tenor: '1M', bid: 0, ask: 0 }] }] }),
    );
  const rail = {
    RAIL: 'iso20022',
    BANK_BIC: 'CORRGB2LXXX',
    RAIL_HOLDER: 'Corridor',
    RAIL_ACCOUNTS: 'EUR=DE89370400440532013000',
  };
  /** With `in` where a folder should be, or one with a file of the bank and one that is not complete. */
  const bankFolder = (isBroken: boolean): string => {
    const own = mkdtempSync(join(folder, 'bank-'));
    if (isBroken) writeFileSync(join(own, 'in'), '');
    else mkdirSync(join(own, 'in'));
    if (!isBroken) for (const name of ['one.xml', 'two.xml.part']) writeFileSync(join(own, 'in', name), '');
    return own;
  };

  test.each([
    ['rate source', 'ok', /^simulated$/, {}],
    ['rate source', 'problem', /ENOENT.*nothing\.xml/, { RATES: join(folder, 'nothing.xml') }],
    ['rate source', 'problem', /no XML/, { RATES: file('text.xml', 'not a sheet') }],
    [
      'rate source',
      'ok',
      /^rates of 1 pairs, \d+ (minutes|hours) old$/,
      { RATES: sheet('now.xml', daysAgo(0)) },
    ],
    [
      'rate source',
      'problem',
      /^the rates of 2020-01-02T14:00:00.000 are too old/,
      { RATES: sheet('old.xml', '2020-01-02') },
    ],
    ['rate source', 'problem', /ECONNREFUSED/, { RATES: 'feed+http://127.0.0.1:2/rates' }],
    [
      'rate source',
      'ok',
      /^rates of 2 pairs, 1 of them too old, \d+ minutes old$/,
      { RATES: feed('feed.json', [daysAgo(0), daysAgo(1)]), RATES_MAX_AGE_SECONDS: '3600' },
    ],
    ['forward points', 'problem', /ENOENT/, { FORWARD_POINTS: join(folder, 'nothing.json') }],
    [
      'forward points',
      'ok',
      /^points of 1 pairs, \d+ minutes old$/,
      { FORWARD_POINTS: points('points.json', daysAgo(0)) },
    ],
    ['forward points', 'problem', /too old/, { FORWARD_POINTS: points('old.json', daysAgo(30)) }],
    ['payment rail', 'ok', /^simulated$/, {}],
    ['payment rail', 'ok', /^manual$/, { RAIL: 'manual', BANK_BIC: 'CORRGB2LXXX' }],
    ['payment rail', 'ok', /^files in .*; of the bank wait 1$/, { ...rail, RAIL_FOLDER: bankFolder(false) }],
    ['payment rail', 'problem', /ENOTDIR/, { ...rail, RAIL_FOLDER: bankFolder(true) }],
    ['screening provider', 'ok', /^lists$/, { SCREENING: 'lists' }],
    ['screening provider', 'problem', /ECONNREFUSED/, { SCREENING: 'http://127.0.0.1:2' }],
    ['files of sanctions lists', 'problem', /ENOENT/, { SCREENING_LISTS: join(folder, 'nothing') }],
    [
      'files of sanctions lists',
      'ok',
      /^2 in .*, \d+ minutes old$/,
      { SCREENING_LISTS: join(bankFolder(false), 'in') },
    ],
    ['source of collection accounts', 'ok', /^pool$/, { COLLECTION_ACCOUNTS: 'pool' }],
  ] as const)('%s: %s %s', async (name, status, detail, variables) => {
    const findings = await examine(variables);
    expect(findings.filter((one) => one.name === name)).toEqual([
      { name, status, detail: expect.stringMatching(detail) },
    ]);
  });

  test('an adapter of settings that are wrong is not among what is well', async () => {
    const findings = await examine({ RAIL: 'iso20022', RATES: 'nonsense' });
    const names = findings.filter(({ status }) => status === 'ok').map(({ name }) => name);
    expect(names).not.toContain('payment rail');
    expect(names).not.toContain('rate source');
  });
});
