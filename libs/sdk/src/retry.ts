const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

/** The server has not processed the request. */
const NOT_PROCESSED = 429;
/** Nor has it after these, or a proxy does not know; with its idempotency key a request can be repeated all the same. */
const UNAVAILABLE = [502, 503, 504];

/**
 * Whether a request that got this response is sent again.
 * @param isRepeatable it has no effect, or an idempotency key
 * @param code of the problem, if the response is one
 */
export const isRetried = (status: number, isRepeatable: boolean, code?: string): boolean =>
  status === NOT_PROCESSED ||
  (isRepeatable && (UNAVAILABLE.includes(status) || code === 'idempotency_in_flight'));

/**
 * How long to wait after an attempt: longer each time, and different for each client. `Retry-After` makes it longer,
 * never shorter.
 * @param attempt 1 for the first
 */
export function waitAfterMs(attempt: number, retryAfter: string | null): number {
  const backoffMs = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  const jitteredMs = backoffMs * (0.5 + Math.random() / 2);
  return Math.max(jitteredMs, retryAfterMs(retryAfter) + Math.random() * FIRST_BACKOFF_MS);
}

/** Seconds or an HTTP date; 0 if it is neither. */
function retryAfterMs(value: string | null): number {
  if (value === null) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

/** @throws the reason of the signal, once it is aborted */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
