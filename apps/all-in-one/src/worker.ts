import { CarrierElsewhere } from '@corridor/messaging';
import { PinoLogger, platformSettings, runWorker, startApplication } from '@corridor/platform';
import { compositionOf, embeddedCarrier } from './composition.js';

/** The process of several that publishes and delivers all messages. The others handle requests. */
export const MESSAGES = 'messages';

/** Runs one of several processes, all with the six services. */
export async function work(role: string): Promise<void> {
  const hasMessages = role === MESSAGES;
  const { logLevel } = platformSettings.read(process.env);
  const logger = new PinoLogger(logLevel, 'corridor', { process: role, pid: process.pid });
  const carrier = hasMessages ? embeddedCarrier(logger) : new CarrierElsewhere();
  const composition = { ...compositionOf(process.env, logger, carrier), isListening: !hasMessages };
  await runWorker(() => startApplication(composition), logger);
}
