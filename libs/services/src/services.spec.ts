import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prefixesOf } from '@corridor/contracts';
import { schemas as conversions } from '@corridor/conversions-contract';
import { schemas as gateway } from '@corridor/gateway-contract';
import { schemas as inboundFunds } from '@corridor/inbound-funds-contract';
import type { ProblemCode } from '@corridor/kernel';
import { schemas as ledger } from '@corridor/ledger-contract';
import { schemas as payments } from '@corridor/payments-contract';
import { schemas as webhookDispatcher, webhookEventTypes } from '@corridor/webhook-dispatcher-contract';
import {
  contracts,
  messages,
  namespaces,
  permissions,
  prefixes,
  problems,
  routes,
  SERVICES,
} from './index.js';
import { merged } from './merged.js';

test('each service has a folder with a contract, and each contract is in the list', () => {
  const folders = readdirSync('apps').filter((name) => readdirSync(join('apps', name)).includes('contract'));
  expect([...SERVICES].sort()).toEqual(folders.sort());
});

test('a key declared by two services is an error', () => {
  expect(() => merged('problem', [{ a: 1 }, { b: 2 }, { a: 3 }])).toThrow(
    'two services declare the problem a',
  );
  expect(merged('problem', [{ a: 1 }, { b: 2 }])).toEqual({ a: 1, b: 2 });
});

describe('problems', () => {
  /** The statuses listed in decisions §1, and 500 for everything else. */
  const STATUSES = [400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 503];

  it('use every status of the list, in its order', () => {
    expect([...new Set(Object.values(problems).map(({ status }) => status))]).toEqual(STATUSES);
  });

  it('have unique titles', () => {
    const titles = Object.values(problems).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it.each<[ProblemCode, number]>([
    ['invalid_request', 400],
    ['idempotency_key_required', 400],
    ['ambiguous_credentials', 400],
    ['wallet_exists', 409],
    ['instruction_not_pending', 409],
    ['illegal_transition', 409],
    ['idempotency_in_flight', 409],
    ['idempotency_key_expired', 409],
    ['idempotency_key_reused', 422],
    ['insufficient_funds', 422],
    ['beneficiary_not_usable', 422],
    ['currency_not_sellable', 422],
  ])('%s is %i', (code, status) => {
    expect(problems[code].status).toBe(status);
  });
});

test('permissions are in order, and each collection has one to read it', () => {
  expect(permissions).toEqual([...permissions].sort());
  expect(permissions).toEqual(expect.arrayContaining(['simulators:execute', 'wallets:read']));
});

test('each path, message and id leads to one service', () => {
  expect(routes).toMatchObject({ '/v1/reference-data': 'conversions', '/v1/auth': 'gateway' });
  expect(namespaces).toMatchObject({ transaction: 'ledger', payment_instruction: 'payments' });
  expect(prefixes).toMatchObject({ wal: 'ledger', whn: 'webhook-dispatcher' });
});

test('each message for webhooks is one that subscriptions can list', () => {
  const marked = Object.entries(messages).flatMap(([type, { webhook }]) => (webhook ? [type] : []));
  expect(marked.sort()).toEqual(webhookEventTypes.filter((type) => type !== 'ping').sort());
});

test('each id in a record or message has a prefix that a service declares', () => {
  const used = new Set<string>();
  const records = [conversions, gateway, inboundFunds, ledger, payments, webhookDispatcher];
  JSON.stringify([records, Object.values(messages).map(({ data }) => data)], (_, value: unknown) => {
    if (typeof value === 'object' && value !== null) for (const one of prefixesOf(value)) used.add(one);
    return value;
  });
  expect([...used].filter((prefix) => !(prefix in prefixes))).toEqual([]);
  expect(used.size).toBe(Object.keys(prefixes).length);
});

/** Shared packages must not contain names that belong to one service. */
describe.each(['kernel', 'contracts', 'http', 'search', 'event-store', 'messaging', 'platform'])(
  'libs/%s',
  (lib) => {
    const sources = readdirSync(join('libs', lib, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?!testing\/).*(?<!\.spec|\.fixture)\.ts$/.test(file))
      .map((file) => [file, readFileSync(join('libs', lib, 'src', file), 'utf8')] as const);

    it.each(contracts.map((one) => [one.service, one] as const))('holds no name of %s', (_, contract) => {
      const own = [
        ...Object.keys(contract.problems),
        ...contract.permissions,
        ...Object.keys(contract.messages),
        ...Object.values<string>(contract.prefixes).flatMap((prefix) => [`'${prefix}'`, `${prefix}_0`]),
      ];
      const found = sources.flatMap(([file, text]) =>
        own.filter((name) => code(text).includes(name)).map((name) => `${file}: ${name}`),
      );
      expect(found.filter((one) => !OF_THE_CALLER.test(one))).toEqual([]);
    });
  },
);

/** Every record names its client and who changed it, so these three prefixes are part of the vocabulary. */
const OF_THE_CALLER = /^parts\.ts: '(cli|cu|ak)'$/;

/** Without comments: they may show an example. */
const code = (text: string) => text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
