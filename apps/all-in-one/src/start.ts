import { resolve } from 'node:path';
import { gatewaySettings, rateLimitOf } from '@corridor/gateway';
import { EmbeddedCarrier } from '@corridor/messaging';
import {
  PinoLogger,
  type Variables,
  endOnSignal,
  environmentSetting,
  logLevelSetting,
  startApplication,
  valueOf,
} from '@corridor/platform';
import { banner } from './banner.js';
import { ALL_IN_ONE, checkStart } from './check-start.js';
import { endOnEarlySignal } from './early-end.js';
import { keptSecret } from './kept-secret.js';
import { modulesIn, services } from './modules.js';
import { demoOf } from './seed/demo.js';
import { seed } from './seed/seed.js';
import { allInOneSettings } from './settings.js';

/** All six services in one process, with an embedded Postgres unless DATABASE_URL names one. */
export async function start(): Promise<void> {
  const startedAt = Number(process.env.STARTED_AT ?? Date.now());
  const warnings = await checkStart(process.env, ALL_IN_ONE);
  const logger = new PinoLogger(valueOf(logLevelSetting, process.env), 'corridor');
  for (const warning of warnings) logger.pino.warn(warning);
  const supplying = supplied(process.env, (what) => logger.pino.error(what));
  const release = endOnEarlySignal(supplying);
  const { variables, stopPostgres } = await supplying;
  const application = await startApplication({
    variables,
    settings: services.flatMap(({ settings }) => settings),
    logger,
    carrier: new EmbeddedCarrier((err) => logger.pino.error({ err }, 'carrier: will retry')),
    modules: modulesIn(valueOf(environmentSetting, variables)),
    rateLimit: rateLimitOf(gatewaySettings.read(variables)),
  });
  release();
  const isEnding = endOnSignal(application, logger, stopPostgres);
  const demo = demoOf(variables);
  try {
    if (demo) await seed(application.url, demo);
  } catch (error) {
    if (isEnding()) return; // a signal arrived while the demo data was created; the next start continues
    throw error;
  }
  process.stdout.write(banner(application.url, demo, Date.now() - startedAt));
}

/** The variables with what this composition brings itself: a Postgres, and secrets that it keeps beside its data. */
async function supplied(
  given: Variables,
  onOutage: (what: string) => void,
): Promise<{ variables: Variables; stopPostgres(): Promise<void> }> {
  const dataDir = resolve(allInOneSettings.read(given).dataDir);
  const postgres = given['DATABASE_URL'] ? null : await ownPostgres(dataDir, onOutage);
  const variables = {
    ...given,
    DATABASE_URL: postgres?.url ?? given['DATABASE_URL'],
    CALLER_SECRET: given['CALLER_SECRET'] || keptSecret(dataDir, 'caller-secret'),
    WEBHOOK_SECRET_KEY: given['WEBHOOK_SECRET_KEY'] || keptSecret(dataDir, 'webhook-secret-key'),
    REDIS_URL: '', // a single process is triggered through its Postgres
  };
  return { variables, stopPostgres: async () => postgres?.stop() };
}

/** Loaded only if needed, so that an installation with its own server can omit it. */
async function ownPostgres(dataDir: string, onOutage: (what: string) => void) {
  const { startPostgres } = await import('@corridor/embedded-postgres');
  return startPostgres({ dataDir, onOutage });
}
