import { flagSetting, integerSetting, secretSetting, textSetting } from '@corridor/platform';

/** What an operator can set of webhooks; `webhook-settings.ts` reads them. */
export const webhookSettings = [
  secretSetting(
    'WEBHOOK_SECRET_KEY',
    'encrypts signing secrets: 32 characters or more, or `id:key,id:key` to replace a key',
    { defaultNote: 'made and kept in `DATA_DIR`' },
  ),
  flagSetting(
    'WEBHOOK_ALLOW_LOOPBACK',
    false,
    'whether a sandbox may send webhooks by http to 127.0.0.1 and localhost; `npm start` sets it',
  ),
  textSetting(
    'WEBHOOK_SCHEDULE_SECONDS',
    '0,5,300,1800,7200,18000,36000,50400,72000,86400',
    'seconds before each attempt; as many attempts as there are of them',
  ),
  integerSetting('WEBHOOK_DEADLINE_MS', 15_000, 'how long an attempt may take, in milliseconds'),
  integerSetting(
    'WEBHOOK_LEASE_MS',
    25_000,
    'how long an attempt belongs to its process, in milliseconds: 2000 more than the deadline at least',
  ),
  integerSetting('WEBHOOK_CONCURRENCY', 256, 'attempts at a time of a process'),
  integerSetting('WEBHOOK_SUBSCRIPTION_CONCURRENCY', 8, 'attempts at a time for one subscription'),
  integerSetting('WEBHOOK_SUBSCRIPTIONS_PER_CLIENT', 50, 'how many a client may have that have not ended'),
  integerSetting('WEBHOOK_ATTEMPT_LOG_DAYS', 30, 'how many days the log of delivery attempts is kept'),
  integerSetting(
    'WEBHOOK_SWEEP_MS',
    5_000,
    'pause between looks for what no trigger has told, in milliseconds',
  ),
];
