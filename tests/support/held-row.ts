import { randomUUID } from 'node:crypto';
import { until } from '@corridor/testing';
import { Client } from 'pg';
import type { Api, Reply } from './api.js';
import { PatientClient } from './composition/patient-client.js';
import { createAndMove, instructionFor, simulate } from './instruction.js';
import { fundedClient } from './system.js';

/** A running composition whose databases can be reached. */
export interface Reachable {
  readonly operator: Api;
  /** The address of the ledger's database. */
  readonly ledgerUrl: string;
}

/** The limit of a wait for a lock is 2 s; the rest is for a busy machine. */
const AT_MOST_MS = 60_000;
const SENDS = 3;
const CREDITS = 3;
const NEW_WALLETS = ['USD', 'JPY', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'];
const ROUNDS_OF_OTHERS = 5;

/**
 * Somebody holds the row of client A in the ledger, as an operator with a forgotten transaction does: A is told to come again,
 * B notices nothing, and afterwards all that A has sent takes effect once.
 */
export async function heldRow({ operator, ledgerUrl }: Reachable): Promise<void> {
  const a = await fundedClient({ GBP: 1_000, EUR: 0 }, operator);
  const b = await fundedClient({ GBP: 1_000, EUR: 0 }, operator);
  await until(async () => (await operator.get('/health/ready')).status === 200);
  // Also while the composition recovers from what an earlier test did to it.
  const patient = (one: Funded) => new PatientClient(one.api, one.clientId, one.beneficiaryId);
  const patientA = patient(a);
  const filled = await Promise.all(Array.from({ length: SENDS }, () => fill(patientA)));
  await fill(patient(b));
  const commands = [
    ...filled.map((id) => repeatable((key) => simulate(a.api, id, 'send', key))),
    ...Array.from({ length: CREDITS }, () => repeatable((key) => credit(a.api, key))),
    ...NEW_WALLETS.map((ccyCode) => repeatable((key) => a.api.post('/v1/wallets', { ccyCode }, { key }))),
  ];

  const release = await held(ledgerUrl, a.clientId);
  try {
    const begun = Date.now();
    const refused = Promise.all(commands.map((send) => send()));
    for (let round = 0; round < ROUNDS_OF_OTHERS; round++) await everythingWorks(b, operator);
    for (const { status, body, headers } of await refused) {
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(Date.now() - begun).toBeLessThan(AT_MOST_MS);
    await everythingWorks(b, operator); // with messages of A that wait
    expect((await a.api.get('/v1/wallets')).status).toBe(200);
  } finally {
    await release();
  }

  const done = await Promise.all(commands.map(accepted));
  expect(await Promise.all(commands.map(async (send) => (await send()).text))).toEqual(
    done.map(({ text }) => text),
  );
  expect(await balances(a.api)).toMatchObject({ GBP: 1_000 - SENDS * 100 + CREDITS * 5, EUR: 0 });
  expect(await balances(b.api)).toMatchObject({
    GBP: 1_000 + (ROUNDS_OF_OTHERS + 1) * (5 - 100),
    EUR: 0,
  });
  for (const id of filled) await sentOnce(a.api, id);
  expect(await movements(a.api)).toHaveLength(1 + CREDITS + SENDS * 3);
}

type Funded = Awaited<ReturnType<typeof fundedClient>>;

const sold = (beneficiaryId: string) => instructionFor(beneficiaryId, { fixedSide: 'SELL', amount: 100 });
const fill = (client: PatientClient) =>
  createAndMove(client, sold(client.beneficiaryId), 'acknowledge', 'fill');
const credit = (api: Api, key?: string) =>
  api.post(
    '/v1/simulators/inbound-funds/credit',
    { ccyCode: 'GBP', amount: 5 },
    key === undefined ? {} : { key },
  );

/** The same request each time, with one key. */
export function repeatable(send: (key: string) => Promise<Reply>): () => Promise<Reply> {
  const key = randomUUID();
  return () => send(key);
}

export async function accepted(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await send();
    if (reply.status === 200) return reply;
    // A request that was refused may still be in progress.
    expect(['unavailable', 'idempotency_in_flight', 'step_in_progress']).toContain(reply.body.code);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** At the first attempt. */
async function everythingWorks(client: Funded, operator: Api): Promise<void> {
  await createAndMove(client.api, sold(client.beneficiaryId), 'acknowledge', 'fill', 'send');
  expect((await credit(client.api)).status).toBe(200);
  expect((await client.api.get('/v1/wallets')).status).toBe(200);
  expect((await operator.get('/health/ready')).status).toBe(200);
}

async function sentOnce(api: Api, id: string): Promise<void> {
  const { data } = (await api.get(`/v1/payment-instructions/${id}`)).body;
  expect(data.statusHistory.map((one: { status: string }) => one.status)).toEqual([
    'PENDING',
    'ACKNOWLEDGED',
    'FILLED',
    'SENT',
  ]);
}

async function balances(api: Api): Promise<Record<string, number>> {
  const wallets = (await api.get('/v1/wallets?limit=100')).body.data as {
    ccyCode: string;
    balance: { value: number };
  }[];
  return Object.fromEntries(wallets.map(({ ccyCode, balance }) => [ccyCode, balance.value]));
}

const movements = async (api: Api): Promise<unknown[]> =>
  (await api.get('/v1/transactions?limit=100')).body.data as unknown[];

/** Holds the row of a client in the ledger until the returned function is called, however long that takes. */
export async function held(ledgerUrl: string, clientId: string): Promise<() => Promise<void>> {
  const holder = new Client({ connectionString: ledgerUrl });
  holder.on('error', () => undefined); // it ends with Postgres, if that is killed meanwhile
  await holder.connect();
  await holder.query('SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0; BEGIN');
  const { rowCount } = await holder.query('SELECT FROM streams WHERE stream_id = $1 FOR UPDATE', [clientId]);
  expect(rowCount).toBe(1);
  return () => holder.end();
}
