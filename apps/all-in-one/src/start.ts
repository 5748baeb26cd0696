import { resolve } from 'node:path';
import { ConversionsModule } from '@corridor/conversions';
import { GatewayModule } from '@corridor/gateway';
import { InboundFundsModule } from '@corridor/inbound-funds';
import { LedgerModule } from '@corridor/ledger';
import { EmbeddedCarrier } from '@corridor/messaging';
import { PaymentsModule } from '@corridor/payments';
import { Config, PinoLogger, endOnSignal, startApplication, startPostgres } from '@corridor/platform';
import { WebhookDispatcherModule } from '@corridor/webhook-dispatcher';
import { banner } from './banner.js';
import { demoOf } from './seed/demo.js';
import { secretKey } from './secret-key.js';
import { seed } from './seed/seed.js';

/** All six services in one process, with a Postgres of its own unless DATABASE_URL names one. */
export async function start(): Promise<void> {
  const startedAt = Number(process.env.STARTED_AT ?? Date.now());
  const settings = new Config(process.env);
  const demo = demoOf(settings);
  const dataDir = resolve(settings.text('DATA_DIR', '.corridor/data'));
  const postgres = settings.databaseUrl ? null : await startPostgres({ dataDir });
  const config = new Config({
    ...process.env,
    DATABASE_URL: postgres?.url ?? settings.databaseUrl,
    OPERATOR_KEY: settings.text('OPERATOR_KEY', demo?.operatorKey ?? ''),
    WEBHOOK_SECRET_KEY: settings.text('WEBHOOK_SECRET_KEY', '') || secretKey(dataDir),
    REDIS_URL: '', // one process wakes itself through its Postgres
  });
  const logger = new PinoLogger(config.logLevel, 'corridor');
  const application = await startApplication({
    config,
    logger,
    carrier: new EmbeddedCarrier((err) => logger.pino.error({ err }, 'carrier: will try again')),
    modules: [
      GatewayModule,
      LedgerModule,
      ConversionsModule.in(config.environment),
      PaymentsModule.in(config.environment),
      InboundFundsModule.in(config.environment),
      WebhookDispatcherModule,
    ],
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
