import type { Application } from '../application.js';
import { END_SIGNALS } from '../end-signals.js';
import type { PinoLogger } from '../logger.js';
import { listenFailure } from '../start-failure.js';

/** What a process tells the first one. */
export type Report = { readonly url: string } | { readonly failure: string };

/** What the first process tells it. */
export const END = 'end';

/**
 * Runs one of the processes of `startProcesses`. It ends in order when the first process tells it to, and at once when that one
 * is gone. It ignores signals: a terminal, and some service managers, send them to all processes.
 */
export async function runWorker(start: () => Promise<Application>, logger: PinoLogger): Promise<void> {
  for (const signal of END_SIGNALS) process.on(signal, () => undefined);
  // Not `process.exit`, which can wait for threads for ever, and nobody would end this process then.
  process.prependListener('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  let application: Application | null = null;
  process.on('message', (message) => {
    if (message === END) void end(application, logger);
  });
  try {
    application = await start();
  } catch (error) {
    await report({ failure: listenFailure(error) ?? (error as Error).message });
    process.exit(1);
  }
  await report({ url: application.url });
}

async function end(application: Application | null, logger: PinoLogger): Promise<void> {
  try {
    await application?.close();
    process.exit(0);
  } catch (err) {
    logger.pino.error({ err }, 'could not end in order');
    process.exit(1);
  }
}

/** Resolves when the first process can read it. */
const report = (message: Report): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
