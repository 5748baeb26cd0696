import { resolve } from 'node:path';
import { EmbeddedCarrier } from '@corridor/messaging';
import { Config, PinoLogger, endOnSignal, startApplication } from '@corridor/platform';
import { banner } from './banner.js';
import { keptSecret } from './kept-secret.js';
import { modulesIn } from './modules.js';
import { demoOf } from './seed/demo.js';
import { seed } from './seed/seed.js';

/** All six services in one process, with a Postgres of its own unless DATABASE_URL names one. */
export async function start(): Promise<void> {
  const startedAt = Number(process.env.STARTED_AT ?? Date.now());
  const settings = new Config(process.env);
  const demo = demoOf(settings);
  const dataDir = resolve(settings.text('DATA_DIR', '.corridor/data'));
  const postgres = settings.databaseUrl ? null : await ownPostgres(dataDir);
  const config = new Config({
    ...process.env,
    DATABASE_URL: postgres?.url ?? settings.databaseUrl,
    OPERATOR_KEY: settings.text('OPERATOR_KEY', demo?.operatorKey ?? ''),
    CALLER_SECRET: settings.text('CALLER_SECRET', '') || keptSecret(dataDir, 'caller-secret'),
    WEBHOOK_SECRET_KEY: settings.text('WEBHOOK_SECRET_KEY', '') || keptSecret(dataDir, 'webhook-secret-key'),
    REDIS_URL: '', // one process wakes itself through its Postgres
  });
  const logger = new PinoLogger(config.logLevel, 'corridor');
  const application = await startApplication({
    config,
    logger,
    carrier: new EmbeddedCarrier((err) => logger.pino.error({ err }, 'carrier: will try again')),
    modules: modulesIn(config.environment),
    rateLimit: {
      perSecond: config.integer('RATE_LIMIT_PER_SECOND', 100),
      burst: config.integer('RATE_LIMIT_BURST', 200),
    },
  });
  const isEnding = endOnSignal(application, logger, async () => postgres?.stop());
  try {
    if (demo) await seed(application.url, demo);
  } catch (error) {
    if (isEnding()) return; // a signal came while the sandbox was being filled; the next start goes on there
    throw error;
  }
  process.stdout.write(banner(application.url, demo, Date.now() - startedAt));
}

/** Loaded only where it is needed, so that an installation with a server of its own may leave it out. */
async function ownPostgres(dataDir: string) {
  const { startPostgres } = await import('@corridor/embedded-postgres');
  return startPostgres({ dataDir });
}
