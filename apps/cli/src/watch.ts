import { setTimeout as sleep } from 'node:timers/promises';
import { Unreachable, send } from './api.js';
import { credentialFor } from './credentials.js';
import type { Terminal } from './terminal.js';

/** How often a run is looked at. */
const LOOK_MS = 1_000;
/** Of a line that is written over the one before. */
const BEGIN = '\r\u001b[K';

/** Long work in a service, as `/operator/v1/ops/{service}/runs/{id}` returns it. */
export interface RunResponse {
  readonly data: {
    readonly id: string;
    readonly service: string;
    readonly status: string;
    readonly done: number;
    readonly total: number | null;
    readonly ratePerSecond: number | null;
    readonly secondsLeft: number | null;
  };
}

/**
 * Shows on standard error how far a run is, until it has ended. A server that does not respond for a moment is asked again: the run
 * goes on.
 * @returns how it ended
 */
export async function watch(url: string, started: RunResponse, terminal: Terminal): Promise<RunResponse> {
  const { id, service } = started.data;
  const path = `/operator/v1/ops/${service}/runs/${id}`;
  let run = started;
  for (let shown = ''; run.data.status === 'RUNNING'; await sleep(LOOK_MS)) {
    const line = progressOf(run);
    if (line !== shown) terminal.say(terminal.columns === null ? `${line}\n` : `${BEGIN}${line}`);
    shown = line;
    run = await looked(url, path, terminal, run);
  }
  if (terminal.columns !== null) terminal.say(BEGIN);
  return run;
}

export const hasFailed = ({ data: { status } }: RunResponse): boolean => status !== 'DONE';

async function looked(
  url: string,
  path: string,
  { variables }: Terminal,
  last: RunResponse,
): Promise<RunResponse> {
  try {
    const headers = credentialFor(url, variables);
    return (await send(url, { method: 'GET', path, headers })) as RunResponse;
  } catch (error) {
    if (error instanceof Unreachable) return last;
    throw error;
  }
}

function progressOf({ data: { id, done, total, ratePerSecond, secondsLeft } }: RunResponse): string {
  const share = total ? ` (${Math.floor((100 * done) / total)} %)` : '';
  const rate = ratePerSecond === null ? '' : `, ${ratePerSecond} in a second`;
  const left = secondsLeft === null ? '' : `, ${secondsLeft} s left`;
  return `${id}: ${done}${total === null ? '' : ` of ${total}`}${share}${rate}${left}`;
}
