import { flagSetting, integerSetting, secretSetting, textSetting } from '@corridor/platform';

/** What an operator can set of webhooks; `webhook-settings.ts` reads them. */
export const webhookSettings = [
  secretSetting(
    'WEBHOOK_SECRET_KEY',
    'encrypts signing secrets: at least 32 characters, or `id:key,id:key` to replace a key',
    { defaultNote: 'generated and stored in `DATA_DIR`' },
  ),
  flagSetting(
    'WEBHOOK_ALLOW_LOOPBACK',
    false,
    'whether a sandbox may send webhooks over http to 127.0.0.1 and localhost; `npm start` sets it',
  ),
  textSetting(
    'WEBHOOK_SCHEDULE_SECONDS',
    '0,5,300,1800,7200,18000,36000,50400,72000,86400',
    'delay before each attempt, in seconds; the number of values is the number of attempts',
  ),
  integerSetting('WEBHOOK_DEADLINE_MS', 15_000, 'timeout of an attempt, in milliseconds'),
  integerSetting(
    'WEBHOOK_LEASE_MS',
    25_000,
    'lease of an attempt, in milliseconds: at least 2000 more than the deadline',
  ),
  integerSetting('WEBHOOK_CONCURRENCY', 256, 'concurrent attempts of a process'),
  integerSetting('WEBHOOK_SUBSCRIPTION_CONCURRENCY', 8, 'concurrent attempts for one subscription'),
  integerSetting(
    'WEBHOOK_SUBSCRIPTIONS_PER_CLIENT',
    50,
    'maximum number of subscriptions of a client, without ended ones',
  ),
  integerSetting('WEBHOOK_ATTEMPT_LOG_DAYS', 30, 'retention of the log of delivery attempts, in days'),
  integerSetting(
    'WEBHOOK_SWEEP_MS',
    5_000,
    'interval of the search for due notifications without a trigger, in milliseconds',
  ),
];
