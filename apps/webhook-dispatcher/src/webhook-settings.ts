import {
  type PlatformSettings,
  flagSetting,
  integerSetting,
  secretSetting,
  setting,
  settingsOf,
} from '@corridor/platform';
import type { UrlPolicy } from '@corridor/safe-http';
import type { ConfigType } from '@nestjs/config';
import { KeyRing } from './secrets/key-ring.js';

const TO_WRITE_DOWN_MS = 2_000;
/** So far back there is still a timestamp that an id can contain. */
const MOST_DAYS = 10_000;
const MAX_DELAY_DAYS = 30;
const MAX_DELAY_SECONDS = MAX_DELAY_DAYS * 24 * 3600;

/** The settings of webhooks. */
export const webhookSettings = settingsOf(
  'webhooks',
  {
    /** Of the signing secrets. */
    keys: secretSetting(
      'WEBHOOK_SECRET_KEY',
      'encrypts signing secrets: at least 32 characters, or `id:key,id:key` to replace a key',
      (text) => new KeyRing(text),
      { defaultNote: '`npm start` generates it and stores it in `DATA_DIR`; otherwise it must be set' },
    ),
    allowLoopback: flagSetting(
      'WEBHOOK_ALLOW_LOOPBACK',
      false,
      'whether a sandbox may send webhooks over http to 127.0.0.1 and localhost; `npm start` sets it',
    ),
    /** At once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h (decisions §7): each after the one before. */
    scheduleMs: setting(
      'WEBHOOK_SCHEDULE_SECONDS',
      '0,5,300,1800,7200,18000,36000,50400,72000,86400',
      'delay before each attempt, in seconds; the number of values is the number of attempts',
      millisecondsOf,
    ),
    deadlineMs: integerSetting('WEBHOOK_DEADLINE_MS', 15_000, 'timeout of an attempt, in milliseconds'),
    /** If its process dies, another one makes the attempt afterwards. */
    leaseMs: integerSetting(
      'WEBHOOK_LEASE_MS',
      25_000,
      `lease of an attempt, in milliseconds: at least ${TO_WRITE_DOWN_MS} more than the deadline`,
    ),
    concurrency: integerSetting('WEBHOOK_CONCURRENCY', 256, 'concurrent attempts of a process'),
    /** For a receiver that has responded. */
    subscriptionConcurrency: integerSetting(
      'WEBHOOK_SUBSCRIPTION_CONCURRENCY',
      8,
      'concurrent attempts for one subscription',
    ),
    subscriptionsPerClient: integerSetting(
      'WEBHOOK_SUBSCRIPTIONS_PER_CLIENT',
      50,
      'maximum number of subscriptions of a client, without ended ones',
    ),
    attemptLogDays: integerSetting(
      'WEBHOOK_ATTEMPT_LOG_DAYS',
      30,
      'retention of the log of delivery attempts, in days',
      { most: MOST_DAYS },
    ),
    notificationDays: integerSetting(
      'WEBHOOK_NOTIFICATION_DAYS',
      90,
      'retention of webhook notifications, in days; those that wait for an attempt are kept',
      { most: MOST_DAYS },
    ),
    sweepMs: integerSetting(
      'WEBHOOK_SWEEP_MS',
      5_000,
      'interval of the search for due notifications without a trigger, in milliseconds',
    ),
  },
  ({ deadlineMs, leaseMs }) =>
    deadlineMs !== undefined && leaseMs !== undefined && leaseMs < deadlineMs + TO_WRITE_DOWN_MS
      ? [
          `WEBHOOK_LEASE_MS must be longer than WEBHOOK_DEADLINE_MS by ${TO_WRITE_DOWN_MS} or more, to store the result`,
        ]
      : [],
);

export type WebhookSettings = ConfigType<typeof webhookSettings>;

/** Where webhooks may be sent to: to the public internet, in PRODUCTION by https alone. */
export function urlPolicyOf(
  { environment }: Pick<PlatformSettings, 'environment'>,
  { allowLoopback }: Pick<WebhookSettings, 'allowLoopback'>,
): UrlPolicy {
  const allowHttp = environment === 'SANDBOX';
  return { allowHttp, allowLoopback: allowHttp && allowLoopback };
}

function millisecondsOf(schedule: string): readonly number[] {
  const seconds = schedule.split(',').map((text) => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : NaN));
  if (seconds.some(Number.isNaN))
    throw new Error(`must be seconds with commas between them, not "${schedule}"`);
  if (seconds.some((s) => s > MAX_DELAY_SECONDS))
    throw new Error(
      `must have delays of at most ${MAX_DELAY_SECONDS} seconds (${MAX_DELAY_DAYS} days), not "${schedule}"`,
    );
  return seconds.map((s) => Math.round(s * 1000));
}
