import { CarrierElsewhere } from '@corridor/messaging';
import {
  type Application,
  PinoLogger,
  listenFailure,
  platformSettings,
  startApplication,
} from '@corridor/platform';
import { compositionOf, embeddedCarrier } from './composition.js';

/** What a process of several does: the messages of all services, or requests. Its first argument, which `ps` shows. */
export type Role = 'messages' | 'requests';

/** What a process tells the first one. */
export type Report = { readonly url: string } | { readonly failure: string };

/** What the first process tells it. */
export const END = 'end';

/**
 * One of several processes, all with the six services. It ends in order when the first one tells it to, at once when the first
 * one is gone, and ignores signals: a terminal and some service managers send them to all processes.
 */
export async function work(role: Role): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const logger = new PinoLogger(platformSettings.read(process.env).logLevel, 'corridor', {
    process: role,
    pid: process.pid,
  });
  let application: Application | null = null;
  process.on('message', (message) => {
    if (message === END) void end(application, logger);
  });
  try {
    application = await startApplication({
      ...compositionOf(
        process.env,
        logger,
        role === 'messages' ? embeddedCarrier(logger) : new CarrierElsewhere(),
      ),
      isListening: role === 'requests',
    });
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
