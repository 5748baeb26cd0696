/** An environment variable that an operator can set. README, `.env.example` and `deploy/` are generated from these. */
export interface Setting {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'flag' | 'secret';
  /** As text; null where it has to be set, or where nothing stands for "none". */
  readonly default: string | null;
  /** Where the default cannot be said as a value: `embedded`, `generated and stored in DATA_DIR`. */
  readonly defaultNote?: string;
  /** What deployments for PRODUCTION start with instead of the default. */
  readonly production?: string;
  /** What it decides, with its unit. Markdown, one line without a full stop. */
  readonly description: string;
}

type More = Pick<Setting, 'defaultNote' | 'production'>;

export const textSetting = (
  name: string,
  value: string | null,
  description: string,
  more: More = {},
): Setting => ({
  name,
  type: 'text',
  default: value,
  description,
  ...more,
});

export const integerSetting = (
  name: string,
  value: number,
  description: string,
  more: More = {},
): Setting => ({
  ...textSetting(name, String(value), description, more),
  type: 'integer',
});

export const flagSetting = (name: string, value: boolean, description: string, more: More = {}): Setting => ({
  ...textSetting(name, String(value), description, more),
  type: 'flag',
});

/** Has no default in a deployment and is never shown. */
export const secretSetting = (name: string, description: string, more: More = {}): Setting => ({
  ...textSetting(name, null, description, more),
  type: 'secret',
});

/** What every service reads. */
export const platformSettings: readonly Setting[] = [
  textSetting('ENVIRONMENT', 'SANDBOX', '`PRODUCTION` has no simulators and rejects demo credentials', {
    production: 'PRODUCTION',
  }),
  textSetting('HOST', '127.0.0.1', 'address to listen on'),
  integerSetting('PORT', 8080, 'port to listen on'),
  textSetting(
    'DATABASE_URL',
    null,
    'Postgres server, without a database name: each service creates its own database',
    { defaultNote: 'embedded in `npm start`' },
  ),
  integerSetting(
    'DATABASE_POOL_SIZE',
    10,
    'database connections of a service for commands; searches use half as many in addition',
  ),
  textSetting('KAFKA_BROKERS', null, 'distributed composition: broker addresses, separated by commas'),
  integerSetting(
    'KAFKA_REPLICATION_FACTOR',
    1,
    'copies of each message; use 3 to survive the loss of a broker',
  ),
  textSetting('TOPIC_PREFIX', 'corridor', 'prefix of topics and consumer groups'),
  textSetting('REDIS_URL', null, 'distributed composition: Redis server that triggers webhook deliveries'),
  secretSetting(
    'CALLER_SECRET',
    'signs calls between services and access tokens, encrypts stored responses: at least 32 bytes, the same for all services',
    { defaultNote: 'generated and stored in `DATA_DIR`' },
  ),
  textSetting('CALENDAR_OVERRIDES', null, 'file with announced holidays of settlement systems: see below'),
  textSetting(
    'LOG_LEVEL',
    'info',
    '`trace`, `debug`, `info`, `warn`, `error` or `silent`; JSON lines on standard error',
  ),
];
