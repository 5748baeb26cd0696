const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/** Postgres: connection lost, transaction rolled back, resources, lock not available, server stops, cancelled. */
const DATABASE = /^(08|40|53|57P|55P03|57014)/;
/** What `pg` and TypeORM say without a code. */
const WORDS =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|not queryable|pool after calling end|not established|not initialized/i;

/** Whether an error means that a store is away or overloaded for now, not that something is wrong in here. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (driverError !== undefined && driverError !== error) return isOutage(driverError);
  if (typeof code === 'string') return NETWORK.has(code) ? isNetworkCall(error) : DATABASE.test(code);
  return WORDS.test(error.message);
}

/** A missing file is a defect; a missing Unix socket of a database is an outage. */
const isNetworkCall = (error: Error) =>
  (error as { code?: unknown }).code !== 'ENOENT' || (error as { syscall?: unknown }).syscall === 'connect';
