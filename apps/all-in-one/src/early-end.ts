import { END_SIGNALS } from '@corridor/platform';

/**
 * Ends the process on a signal that comes before the application handles signals: as soon as its Postgres has started,
 * which can only then be stopped, and stops when the process exits.
 *
 * @returns the release, for when the application handles signals
 */
export function endOnEarlySignal(startingPostgres: Promise<unknown>): () => void {
  const end = () => void startingPostgres.then(() => process.exit(0));
  for (const signal of END_SIGNALS) process.on(signal, end);
  return () => END_SIGNALS.forEach((signal) => process.off(signal, end));
}
