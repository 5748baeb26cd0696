import { MIN_SECRET_BYTES } from '@corridor/http';
import type { ConfigType } from '@nestjs/config';
import { address, bytes, fileText, list, oneOf } from './parse.js';
import {
  integerSetting,
  optionalSetting,
  requiredSetting,
  secretSetting,
  setting,
  textSetting,
} from './setting.js';
import { settingsOf } from './settings.js';

/** Read before the modules are chosen: some of them are in one environment alone. */
export const environmentSetting = setting(
  'ENVIRONMENT',
  'SANDBOX',
  '`PRODUCTION` has no simulators and refuses demo credentials',
  oneOf('SANDBOX', 'PRODUCTION'),
  { production: 'PRODUCTION' },
);

/** What every process reads. */
export const platformSettings = settingsOf('platform', {
  environment: environmentSetting,
  host: textSetting('HOST', '127.0.0.1', 'address to listen on'),
  port: integerSetting('PORT', 8080, 'port to listen on'),
  databaseUrl: secretSetting(
    'DATABASE_URL',
    'a Postgres server, without a database: each service creates its own there',
    address('postgres', 'postgresql'),
    { defaultNote: 'embedded in `npm start`' },
  ),
  databasePoolSize: integerSetting(
    'DATABASE_POOL_SIZE',
    10,
    'connections of a service for commands; half as many more for searches',
  ),
  topicPrefix: textSetting('TOPIC_PREFIX', 'corridor', 'begins the names of topics and consumer groups'),
  redisUrl: optionalSetting(
    'REDIS_URL',
    'distributed composition: triggers webhook deliveries',
    address('redis', 'rediss'),
  ),
  callerSecret: secretSetting(
    'CALLER_SECRET',
    'signs callers and access tokens, encrypts stored responses: 32 bytes or more, the same for all services',
    bytes(MIN_SECRET_BYTES),
    { defaultNote: 'made and kept in `DATA_DIR`' },
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'least level that is logged, as JSON lines on standard error: `trace`, `debug`, `info`, `warn`, `error` or `silent`',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  ),
});

export type PlatformSettings = ConfigType<typeof platformSettings>;

/** What a process of the distributed composition reads besides. */
export const kafkaSettings = settingsOf('kafka', {
  brokers: requiredSetting('KAFKA_BROKERS', 'distributed composition: addresses, separated by commas', list),
  replicationFactor: integerSetting(
    'KAFKA_REPLICATION_FACTOR',
    1,
    'copies of each message; 3 where a broker may be lost',
  ),
});

/** For the services that compute with settlement calendars. */
export const calendarSettings = settingsOf('calendars', {
  overrides: optionalSetting(
    'CALENDAR_OVERRIDES',
    'a file with announced holidays of settlement systems, as the README describes it',
    fileText,
  ),
});

export type CalendarSettings = ConfigType<typeof calendarSettings>;
