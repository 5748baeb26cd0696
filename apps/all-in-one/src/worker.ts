import { CarrierElsewhere } from '@corridor/messaging';
import { PinoLogger, platformSettings, runWorker, startApplication } from '@corridor/platform';
import { compositionOf, embeddedCarrier } from './composition.js';

/** The process of several that publishes and delivers all messages. The others handle requests. */
export const MESSAGES = 'messages';

/** Variable with the pid of the embedded Postgres. */
export const POSTGRES_PID = 'CORRIDOR_POSTGRES_PID';

/** Runs one of several processes, all with the six services. */
export async function work(role: string): Promise<void> {
  process.on('exit', endOrphanedPostgres);
  const hasMessages = role === MESSAGES;
  const { logLevel } = platformSettings.read(process.env);
  const logger = new PinoLogger(logLevel, 'corridor', { process: role, pid: process.pid });
  const carrier = hasMessages ? embeddedCarrier(logger) : new CarrierElsewhere();
  const composition = { ...compositionOf(process.env, logger, carrier), isListening: !hasMessages };
  await runWorker(() => startApplication(composition), logger);
}

/** If the first process was killed, nobody else ends its Postgres. */
function endOrphanedPostgres(): void {
  const pid = Number(process.env[POSTGRES_PID]);
  if (process.connected || !pid) return;
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // another process has ended it
  }
}
