import { listenFailure } from '@corridor/platform';

/** Ends the process and says why it cannot start. */
export function exitBecause(error: unknown): never {
  const why = listenFailure(error) ?? (error as Error).message;
  process.stderr.write(`\n  Corridor could not start: ${why}\n\n`);
  process.exit(1);
}
