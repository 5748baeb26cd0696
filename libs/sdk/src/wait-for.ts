import { sleep } from './retry.js';

/** A record with a life of its own. */
export interface Living {
  readonly id: string;
  readonly status: string;
  readonly statusHistory: readonly { readonly status: string; readonly statusReason: string | null }[];
}

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Default: 300,000. */
  readonly timeoutMs?: number;
  /** Called with the record each time it is read, to show how far it is. */
  readonly onRead?: (record: Living) => void;
}

/** The record did not reach the status: it ended in another one, or the time was over. */
export class StatusError<T extends Living = Living> extends Error {
  override readonly name = 'StatusError';

  constructor(
    /** As it was read last. */
    readonly record: T,
    readonly wanted: string,
    /** It will never reach it. */
    readonly hasEnded: boolean,
  ) {
    const { status, statusReason } = record.statusHistory.at(-1) ?? { ...record, statusReason: null };
    const reason = statusReason === null ? '' : `: ${statusReason}`;
    super(
      `${record.id} is ${status} and ${hasEnded ? 'cannot become' : 'has not become'} ${wanted}${reason}`,
    );
  }
}

/** The statuses that a record does not leave, by the prefix of its id. The others may follow each other. */
const LAST: Readonly<Record<string, readonly string[]>> = {
  pi: ['SENT', 'CANCELLED', 'REJECTED', 'FAILED'],
  pmt: ['FAILED', 'CANCELLED'],
  con: ['EXCHANGED', 'CANCELLED'],
  if: ['REJECTED'],
};
const ENDED_BADLY = ['CANCELLED', 'REJECTED', 'FAILED'];
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

export const prefixOf = (id: string): string => id.slice(0, id.indexOf('_'));

/**
 * Reads a record until it has a status, or has had it and went on without failing.
 * @throws StatusError if it cannot reach the status, or does not in time
 */
export async function waitFor<T extends Living>(
  record: T,
  wanted: string,
  read: (id: string) => Promise<T>,
  { signal, timeoutMs = 300_000, onRead }: WaitOptions = {},
): Promise<T> {
  const endsAtMs = performance.now() + timeoutMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (let now = record; ; now = await read(record.id)) {
    onRead?.(now);
    if (hasReached(now, wanted)) return now;
    if (LAST[prefixOf(now.id)]?.includes(now.status)) throw new StatusError(now, wanted, true);
    if (performance.now() + pauseMs >= endsAtMs) throw new StatusError(now, wanted, false);
    await sleep(pauseMs, signal);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5);
  }
}

const hasReached = ({ status, statusHistory }: Living, wanted: string): boolean =>
  status === wanted || (!ENDED_BADLY.includes(status) && statusHistory.some((one) => one.status === wanted));
