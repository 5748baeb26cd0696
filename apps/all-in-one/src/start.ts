import { PinoLogger, endOnSignal, logLevelSetting, startApplication, valueOf } from '@corridor/platform';
import { banner } from './banner.js';
import { ALL_IN_ONE, checkStart } from './check-start.js';
import { compositionOf, embeddedCarrier } from './composition.js';
import { endOnEarlySignal } from './early-end.js';
import { startProcesses } from './processes.js';
import { demoOf } from './seed/demo.js';
import { seed } from './seed/seed.js';
import { allInOneSettings } from './settings.js';
import { supplied } from './supplied.js';

/** All six services, with an embedded Postgres unless DATABASE_URL names one. */
export async function start(): Promise<void> {
  const startedAt = Number(process.env.STARTED_AT ?? Date.now());
  const warnings = await checkStart(process.env, ALL_IN_ONE);
  const { webConcurrency } = allInOneSettings.read(process.env);
  const isAlone = webConcurrency === 1;
  const logger = new PinoLogger(valueOf(logLevelSetting, process.env), 'corridor');
  for (const warning of warnings) logger.pino.warn(warning);
  const supplying = supplied(process.env, {
    processes: isAlone ? 1 : webConcurrency + 1,
    onOutage: (what) => logger.pino.error(what),
  });
  const release = endOnEarlySignal(supplying);
  const { variables, stopPostgres } = await supplying;
  const application = await (isAlone
    ? startApplication(compositionOf(variables, logger, embeddedCarrier(logger)))
    : startProcesses(variables, { webConcurrency, logger }));
  release();
  const isEnding = endOnSignal(application, logger, stopPostgres);
  const demo = demoOf(variables);
  try {
    const seeded = demo && (await seed(application.url, demo));
    process.stdout.write(banner(application.url, seeded, Date.now() - startedAt));
  } catch (error) {
    if (isEnding()) return; // a signal arrived while the demo data was created; the next start continues
    throw error;
  }
}
