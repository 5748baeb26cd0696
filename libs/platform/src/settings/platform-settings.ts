import { KEPT_DAYS, LEAST_ARCHIVE_DAYS } from '@corridor/event-store';
import { MIN_SECRET_BYTES } from '@corridor/http';
import type { ConfigType } from '@nestjs/config';
import {
  address,
  fileHeaders,
  fileSecret,
  fileText,
  flag,
  hostName,
  list,
  oneOf,
  postgresAddress,
  secrets,
  share,
  text,
  wholeNumber,
} from './parse.js';
import {
  flagSetting,
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

/** What METRICS_PORT can be instead of a port. */
const OFF = 'off';

export const metricsPortSetting = setting(
  'METRICS_PORT',
  '0',
  'port of `HOST` with `/metrics` for Prometheus, of all processes that share `PORT`; 0 takes a free one, which the log names, and `off` none',
  (given) => (given === OFF ? null : wholeNumber(0, 65_535)(given)),
  { production: '9464' },
);

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
  postgresAddress,
  { defaultNote: 'embedded in `npm start` in the sandbox' },
);

const directUrlSetting = optionalSetting(
  'DATABASE_DIRECT_URL',
  'the same server without a connection pooler, if `DATABASE_URL` is that of PgBouncer in transaction mode: for what needs a session; user and password are those of the other addresses',
  postgresAddress,
  { isSecret: true, defaultNote: '`DATABASE_URL`' },
);

/** The settings of every process. */
export const platformSettings = settingsOf('platform', {
  environment: environmentSetting,
  host: hostSetting,
  port: portSetting,
  metricsPort: metricsPortSetting,
  webConcurrency: webConcurrencySetting,
  databaseUrl: databaseUrlSetting,
  databaseDirectUrl: directUrlSetting,
  databasePoolSize: integerSetting(
    'DATABASE_POOL_SIZE',
    10,
    'database connections of a service for commands; searches use half as many in addition',
  ),
  preparedStatements: setting(
    'DATABASE_PREPARED_STATEMENTS',
    'true',
    'whether Postgres keeps the plans of statements: `false` behind a connection pooler that does not support it, such as PgBouncer with `max_prepared_statements` 0',
    flag,
  ),
  responseDays: integerSetting(
    'IDEMPOTENT_RESPONSE_DAYS',
    KEPT_DAYS,
    'days for which responses to requests with an idempotency key are stored; they are repeated for the first 7 days only',
    { least: KEPT_DAYS },
  ),
  archiveFolder: optionalSetting(
    'ARCHIVE_FOLDER',
    'folder of the archive, the same for all processes of a service: `corridor ops archive run` moves old events there',
    text,
  ),
  archiveDays: integerSetting(
    'ARCHIVE_DAYS',
    400,
    'age of the events that are moved to the archive, in days',
    { least: LEAST_ARCHIVE_DAYS, most: 10_000 },
  ),
  topicPrefix: textSetting('TOPIC_PREFIX', 'corridor', 'prefix of topics and consumer groups'),
  redisUrl: optionalSetting(
    'REDIS_URL',
    'distributed composition: Redis server that triggers webhook deliveries',
    address('redis', 'rediss'),
  ),
  redisCa: optionalSetting(
    'REDIS_CA_FILE',
    '`REDIS_URL` with `rediss://`, over TLS: path of the certificates (PEM) of the authorities that sign that of Redis; without it those that Node.js knows',
    fileText,
  ),
  callerSecrets: secretSetting(
    'CALLER_SECRET',
    'signs calls between services and access tokens, encrypts stored responses: at least 32 bytes, the same for all services; several, separated by commas, while it is replaced',
    secrets(MIN_SECRET_BYTES),
    { defaultNote: '`npm start` generates it and stores it in `DATA_DIR`; otherwise it must be set' },
  ),
  logLevel: logLevelSetting,
  tracesEndpoint: optionalSetting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'base address of an OpenTelemetry collector that takes traces by OTLP over HTTP, such as `http://localhost:4318`; without it no traces are exported',
    address('http', 'https'),
  ),
  tracesHeaders: optionalSetting(
    'OTEL_EXPORTER_OTLP_HEADERS_FILE',
    '`OTEL_EXPORTER_OTLP_ENDPOINT`: path of a file with headers for the collector, each on a line, such as `Authorization: Bearer …`',
    fileHeaders,
  ),
  tracesRatio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'share of traces that are exported, from 0 to 1; the same for all services',
    share,
  ),
});

export type PlatformSettings = ConfigType<typeof platformSettings>;

/** Of the programs that migrate. Services do not know the owner. */
export const ownerSettings = settingsOf(
  'owner',
  {
    environment: environmentSetting,
    databaseUrl: databaseUrlSetting,
    databaseDirectUrl: directUrlSetting,
    databaseOwnerUrl: optionalSetting(
      'DATABASE_OWNER_URL',
      'the same server with a user who owns and migrates the databases, in a step before the services start; otherwise the user of `DATABASE_URL` does',
      postgresAddress,
      { isSecret: true, defaultNote: 'embedded in `npm start` in the sandbox' },
    ),
  },
  ({ databaseUrl, databaseOwnerUrl, databaseDirectUrl }) => [
    ...(databaseOwnerUrl && !databaseUrl ? ['DATABASE_URL must be set beside DATABASE_OWNER_URL'] : []),
    ...(databaseDirectUrl && !databaseUrl ? ['DATABASE_URL must be set beside DATABASE_DIRECT_URL'] : []),
  ],
);

/** Additional settings of a process of the distributed composition. */
export const kafkaSettings = settingsOf(
  'kafka',
  {
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
    retentionHours: integerSetting(
      'KAFKA_RETENTION_HOURS',
      168,
      'hours for which topics keep messages; a consumer that was away for longer needs `corridor ops consumer backfill`',
    ),
    tls: flagSetting('KAFKA_TLS', false, 'whether the brokers are reached over TLS'),
    ca: optionalSetting(
      'KAFKA_CA_FILE',
      '`KAFKA_TLS`: path of the certificates (PEM) of the authorities that sign those of the brokers; without it those that Node.js knows',
      fileText,
    ),
    username: optionalSetting('KAFKA_USERNAME', 'the user who logs in to the brokers, by SASL', text),
    password: optionalSetting(
      'KAFKA_PASSWORD_FILE',
      '`KAFKA_USERNAME`: path of a file with the password',
      fileSecret,
    ),
    mechanism: setting(
      'KAFKA_SASL_MECHANISM',
      'scram-sha-512',
      '`KAFKA_USERNAME`: `scram-sha-512`, `scram-sha-256` or `plain`',
      oneOf('scram-sha-512', 'scram-sha-256', 'plain'),
    ),
  },
  ({ tls, ca, username, password, mechanism }) => [
    ...(ca && tls === false ? ['KAFKA_TLS must be true with KAFKA_CA_FILE'] : []),
    ...(username && password === null ? ['KAFKA_PASSWORD_FILE must be set with KAFKA_USERNAME'] : []),
    ...(password && username === null ? ['KAFKA_USERNAME must be set with KAFKA_PASSWORD_FILE'] : []),
    ...(username && mechanism === 'plain' && tls === false
      ? ['KAFKA_TLS must be true with KAFKA_SASL_MECHANISM=plain, which sends the password itself']
      : []),
  ],
);

export type KafkaValues = ConfigType<typeof kafkaSettings>;
