import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { isOutage } from './outage.js';
import {
  CONNECTION_TIMEOUT_MS,
  connected,
  databaseUrl,
  nameOf,
  reasonOf,
  workWith,
} from './server-connection.js';

/** Longer than later: Postgres may start at the same time, and the machine may be busy with both. */
export const START_TIMEOUT_MS = 30_000;
/** How often a start looks for a server that refuses connections. */
const POLL_MS = 200;

/** How a process that starts waits for Postgres. */
export interface StartOptions {
  /** How long anything may wait for a connection. */
  readonly connectionTimeoutMs?: number;
  /** Called once with what is awaited, if Postgres does not accept connections yet. */
  readonly onWaiting?: (what: string) => void;
}

/**
 * As {@link withClient}, of a process that starts: a server that does not accept connections yet is awaited.
 * @throws Error that names the server if it refuses this user, or when the time is over
 */
export async function whenThere(
  url: string,
  work: (client: Client) => Promise<unknown>,
  { connectionTimeoutMs = START_TIMEOUT_MS, onWaiting = () => undefined }: StartOptions,
): Promise<void> {
  const end = performance.now() + connectionTimeoutMs;
  let hasTold = false;
  const tell = (reason: string) => {
    if (!hasTold) onWaiting(`waits up to ${connectionTimeoutMs / 1000} s for ${nameOf(url)}: ${reason}`);
    hasTold = true;
  };
  const silent = setTimeout(tell, CONNECTION_TIMEOUT_MS, 'no response yet');
  const client = await connectedUntil(url, end, tell).finally(() => clearTimeout(silent));
  await workWith(client, work);
}

/** As {@link whenThere}, of a server alone. */
export const awaitServer = (serverUrl: string, options: StartOptions): Promise<void> =>
  whenThere(databaseUrl(serverUrl, 'postgres'), async () => undefined, options);

async function connectedUntil(url: string, end: number, tell: (reason: string) => void): Promise<Client> {
  for (;;)
    try {
      return await connected(url, Math.ceil(end - performance.now()));
    } catch (error) {
      const { cause } = error as { readonly cause: Error };
      if (!isOutage(cause) || performance.now() + POLL_MS >= end) throw error;
      tell(reasonOf(cause));
      await sleep(POLL_MS);
    }
}
