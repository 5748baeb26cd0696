import { randomUUID } from 'node:crypto';
import { until } from '@corridor/testing';
import type { Api } from './api.js';
import { type Reachable, held } from './held-row.js';
import { fundedClient } from './system.js';

/** A composition that can be killed. */
interface Mortal extends Omit<Reachable, 'operator'> {
  readonly operator: () => Api;
  /** Rows of a statement in the database of inbound funds, the last service before the ledger. */
  readonly inboundFunds: (text: string) => Promise<readonly object[]>;
  /** Ends all processes of the services by SIGKILL. */
  readonly kill: () => Promise<unknown>;
  readonly start: () => Promise<unknown>;
}

/** Killed after all other services have answered, and before the ledger does, because the client's row there is held. */
export async function killedClosing({
  operator,
  ledgerUrl,
  inboundFunds,
  kill,
  start,
}: Mortal): Promise<void> {
  const { clientId } = await fundedClient({ GBP: 0 }, operator());
  const path = `/operator/v1/clients/${clientId}`;
  await operator().post(`${path}/suspend`, { reason: 'Leaves' });
  const key = randomUUID();
  const close = () => operator().post(`${path}/close`, { reason: 'Left' }, { key });
  const release = await held(ledgerUrl, clientId);
  const sent = close().catch(() => null);
  try {
    const answered = `SELECT FROM streams WHERE stream_id = '${clientId}/closing'`;
    await until(async () => (await inboundFunds(answered)).length === 1);
    await kill();
  } finally {
    await release();
  }
  await Promise.all([start(), sent]);
  await until(async () => (await operator().get(path)).body.data.status === 'Closed');
  const done = await close();
  expect([done.status, done.body.data.status]).toEqual([200, 'Closed']);
  expect((await close()).text).toBe(done.text);
}
