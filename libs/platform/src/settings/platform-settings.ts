import { KEPT_DAYS } from '@corridor/event-store';
import { MIN_SECRET_BYTES } from '@corridor/http';
import type { ConfigType } from '@nestjs/config';
import { address, bytes, flag, hostName, list, oneOf } from './parse.js';
import {
  integerSetting,
  optionalSetting,
  requiredSetting,
  secretSetting,
  setting,
  textSetting,
} from './setting.js';
import { settingsOf } from './settings.js';

/** Read before the modules are selected: some of them exist in one environment only. */
export const environmentSetting = setting(
  'ENVIRONMENT',
  'SANDBOX',
  '`PRODUCTION` has no simulators and rejects demo credentials',
  oneOf('SANDBOX', 'PRODUCTION'),
  { production: 'PRODUCTION' },
);

export const hostSetting = setting('HOST', '127.0.0.1', 'address to listen on', hostName);
export const portSetting = integerSetting('PORT', 8080, 'port to listen on; 0 takes a free one', {
  least: 0,
  most: 65_535,
});

export const webConcurrencySetting = integerSetting(
  'WEB_CONCURRENCY',
  1,
  'processes that share the port; `npm start` has one more for messages if there are several',
  { most: 64 },
);

export const logLevelSetting = setting(
  'LOG_LEVEL',
  'info',
  'minimum level of the log, JSON lines on standard error: `trace`, `debug`, `info`, `warn`, `error` or `silent`',
  oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
);

const databaseUrlSetting = secretSetting(
  'DATABASE_URL',
  'Postgres server, without a database name: each service has its own database there',
  address('postgres', 'postgresql'),
  { defaultNote: 'embedded in `npm start` in the sandbox' },
);

/** The settings of every process. */
export const platformSettings = settingsOf('platform', {
  environment: environmentSetting,
  host: hostSetting,
  port: portSetting,
  webConcurrency: webConcurrencySetting,
  databaseUrl: databaseUrlSetting,
  databasePoolSize: integerSetting(
    'DATABASE_POOL_SIZE',
    10,
    'database connections of a service for commands; searches use half as many in addition',
  ),
  preparedStatements: setting(
    'DATABASE_PREPARED_STATEMENTS',
    'true',
    'whether Postgres keeps the plans of statements: `false` behind a connection pooler that does not support it; the pooler must keep sessions',
    flag,
  ),
  responseDays: integerSetting(
    'IDEMPOTENT_RESPONSE_DAYS',
    KEPT_DAYS,
    'days for which responses to requests with an idempotency key are stored; they are repeated for the first 7 days only',
    { least: KEPT_DAYS },
  ),
  topicPrefix: textSetting('TOPIC_PREFIX', 'corridor', 'prefix of topics and consumer groups'),
  redisUrl: optionalSetting(
    'REDIS_URL',
    'distributed composition: Redis server that triggers webhook deliveries',
    address('redis', 'rediss'),
  ),
  callerSecret: secretSetting(
    'CALLER_SECRET',
    'signs calls between services and access tokens, encrypts stored responses: at least 32 bytes, the same for all services',
    bytes(MIN_SECRET_BYTES),
    { defaultNote: '`npm start` generates it and stores it in `DATA_DIR`; otherwise it must be set' },
  ),
  logLevel: logLevelSetting,
});

export type PlatformSettings = ConfigType<typeof platformSettings>;

/** Of the programs that migrate. Services do not know the owner. */
export const ownerSettings = settingsOf(
  'owner',
  {
    environment: environmentSetting,
    databaseUrl: databaseUrlSetting,
    databaseOwnerUrl: optionalSetting(
      'DATABASE_OWNER_URL',
      'the same server with a user who owns and migrates the databases, in a step before the services start; otherwise the user of `DATABASE_URL` does',
      address('postgres', 'postgresql'),
      { isSecret: true, defaultNote: 'embedded in `npm start` in the sandbox' },
    ),
  },
  ({ databaseUrl, databaseOwnerUrl }) =>
    databaseOwnerUrl && !databaseUrl ? ['DATABASE_URL must be set beside DATABASE_OWNER_URL'] : [],
);

/** Additional settings of a process of the distributed composition. */
export const kafkaSettings = settingsOf('kafka', {
  brokers: requiredSetting(
    'KAFKA_BROKERS',
    'distributed composition: broker addresses, separated by commas',
    list,
  ),
  replicationFactor: integerSetting(
    'KAFKA_REPLICATION_FACTOR',
    1,
    'copies of each message; use 3 to survive the loss of a broker',
    { most: 32_767, production: '3' },
  ),
});
