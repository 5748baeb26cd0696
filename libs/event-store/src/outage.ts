const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/** Postgres: connection lost, transaction rolled back or idle for too long, resources, server stops. */
const AWAY = /^(08|25P03|25P04|40|53|57P)/;
/** Of these: it is not the statement or the transaction that failed, but the server that is not there. */
const GONE = /^(08|57P)/;
/** Postgres: a lock was not available, a statement took too long. */
const BUSY = /^(55P03|57014)$/;
const LOCKED = /^55P03$/;
/** Messages of `pg` and TypeORM errors without a code. */
const WORDS =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|not queryable|pool after calling end|not established|not initialized/i;

/**
 * Whether an error is not caused by the task: a store is unavailable or full, or has aborted one of two transactions.
 */
export const isOutage = (error: unknown): boolean => isOf(error, AWAY);

/** Waiting for a connection of the pool, all of which are in use. */
const WAITED = /timeout exceeded when trying to connect/;

/** Whether a store does not respond, or has just ended. */
export function isAway(error: Error): boolean {
  if (WAITED.test(error.message)) return false;
  return isOf(error, GONE) || isOf(error.cause, GONE);
}

/** As {@link isOutage}; also if a statement waited or ran too long, which may be caused by the task itself. */
export const isUnavailable = (error: unknown): boolean => isOutage(error) || isBusy(error);

/** Whether Postgres could not store anything: reads still work. */
export const isDiskFull = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '53100';

/** Whether a statement waited for a lock or ran for longer than it may. */
export const isBusy = (error: unknown): boolean => isOf(error, BUSY);

/** Whether a statement gave up waiting for a lock. */
export const isLocked = (error: unknown): boolean => isOf(error, LOCKED);

function isOf(error: unknown, states: RegExp): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some((one) => isOf(one, states))) return true;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (driverError !== undefined && driverError !== error) return isOf(driverError, states);
  if (typeof code === 'string') return NETWORK.has(code) ? isNetworkCall(error) : states.test(code);
  return WORDS.test(error.message);
}

/** A missing file is a defect; a missing Unix socket of a database is an outage. */
const isNetworkCall = (error: Error) =>
  (error as { code?: unknown }).code !== 'ENOENT' || (error as { syscall?: unknown }).syscall === 'connect';
