import { randomUUID } from 'node:crypto';
import * as hostile from '../hostile/corpus/index.js';
import { Api } from '../support/api.js';
import { dealt } from '../support/dealt.js';
import { Program } from '../support/program.js';
import { DEMO_STAFF } from '../support/staff.js';
import { type RawRequest, sendRaw } from '../support/socket.js';
import { fundedClient } from '../support/system.js';
import { JSON_TYPE, lines } from '../support/target.js';

/** Refused requests leave nothing behind: neither in the database, which other tests check, nor in the process. */

const WARM_UP_ROUNDS = 2;
const ROUNDS = 6;
const AT_ONCE = 8;
/** The heap is limited, so that leaks become visible quickly. */
const NODE_OPTIONS = '--max-old-space-size=128';
/** With the full corpus some 10 kB of each request after the warm-up. */
const MOST_GROWTH_BYTES = 48 * 1024 * 1024;

let program: Program;
beforeAll(async () => {
  program = await Program.with({
    NODE_OPTIONS,
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '200000',
    LOG_LEVEL: 'silent',
  });
  await program.start();
});
afterAll(() => program.remove());

function corpus(credential: readonly string[]): readonly RawRequest[] {
  const key = `X-Idempotency-Key: ${randomUUID()}`;
  const headers = [...credential, key, JSON_TYPE];
  const mutations = ['/v1/payment-instructions', '/v1/wallets', '/v1/beneficiaries', '/v1/payments/search'];
  const searches = ['/v1/payment-instructions', '/v1/transactions', '/v1/beneficiaries'];
  const queries = [
    ...hostile.brokenQueries,
    ...hostile.oddQueries,
    ...hostile.brokenSearches.map((q) => `q=${encodeURIComponent(q)}`),
  ];
  const requests = [
    ...mutations.flatMap((target) =>
      hostile.bodies.map((body) => ({ method: 'POST', target, headers, body })),
    ),
    ...searches.flatMap((list) =>
      queries.map((query) => ({ target: `${list}?${query}`, headers: credential })),
    ),
    ...hostile.idleHeaders.map((header) => ({ target: '/v1/wallets', headers: [...credential, header] })),
    ...[...hostile.respelled('/v1/wallets'), ...hostile.paths].map((target) => ({
      target,
      headers: credential,
    })),
  ];
  return dealt(requests, 0);
}

it('the memory of the process stays constant over many runs of the corpus', async () => {
  const { api } = await fundedClient({ GBP: 1 }, new Api(program.url, DEMO_STAFF));
  const requests = corpus(lines(api.credential));
  const round = async () => {
    const left = [...requests];
    const statuses: number[] = [];
    const worker = async () => {
      for (let next = left.pop(); next; next = left.pop())
        statuses.push((await sendRaw(program.url, next)).status);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return statuses;
  };
  const sizes: number[] = [];
  for (let n = 0; n < WARM_UP_ROUNDS + ROUNDS; n++) {
    const statuses = await round();
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    sizes.push(program.residentBytes);
  }
  const growth = (sizes.at(-1) ?? 0) - (sizes[WARM_UP_ROUNDS - 1] ?? 0);
  const inMegabytes = sizes.map((size) => Math.round(size / 1024 / 1024));
  if (growth > MOST_GROWTH_BYTES)
    throw new Error(`${requests.length} requests a round, MB after each: ${inMegabytes.join()}`);
});
