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

/** What an operator can set of webhooks. */
export const webhookSettings = settingsOf(
  'webhooks',
  {
    /** Of the signing secrets. */
    keys: secretSetting(
      'WEBHOOK_SECRET_KEY',
      'encrypts signing secrets: 32 characters or more, or `id:key,id:key` to replace a key',
      (text) => new KeyRing(text),
      { defaultNote: 'made and kept in `DATA_DIR`' },
    ),
    allowLoopback: flagSetting(
      'WEBHOOK_ALLOW_LOOPBACK',
      false,
      'whether a sandbox may send webhooks by http to 127.0.0.1 and localhost; `npm start` sets it',
    ),
    /** At once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h (decisions §7): each after the one before. */
    scheduleMs: setting(
      'WEBHOOK_SCHEDULE_SECONDS',
      '0,5,300,1800,7200,18000,36000,50400,72000,86400',
      'seconds before each attempt; as many attempts as there are of them',
      millisecondsOf,
    ),
    deadlineMs: integerSetting(
      'WEBHOOK_DEADLINE_MS',
      15_000,
      'how long an attempt may take, in milliseconds',
    ),
    /** When its process dies, another takes the attempt up afterwards. */
    leaseMs: integerSetting(
      'WEBHOOK_LEASE_MS',
      25_000,
      `how long an attempt belongs to its process, in milliseconds: ${TO_WRITE_DOWN_MS} more than the deadline at least`,
    ),
    concurrency: integerSetting('WEBHOOK_CONCURRENCY', 256, 'attempts at a time of a process'),
    /** Once it has shown that it answers. */
    subscriptionConcurrency: integerSetting(
      'WEBHOOK_SUBSCRIPTION_CONCURRENCY',
      8,
      'attempts at a time for one subscription',
    ),
    subscriptionsPerClient: integerSetting(
      'WEBHOOK_SUBSCRIPTIONS_PER_CLIENT',
      50,
      'how many a client may have that have not ended',
    ),
    attemptLogDays: integerSetting(
      'WEBHOOK_ATTEMPT_LOG_DAYS',
      30,
      'how many days the log of delivery attempts is kept',
    ),
    sweepMs: integerSetting(
      'WEBHOOK_SWEEP_MS',
      5_000,
      'pause between looks for what no trigger has told, in milliseconds',
    ),
  },
  ({ deadlineMs, leaseMs }) =>
    leaseMs < deadlineMs + TO_WRITE_DOWN_MS
      ? [
          `WEBHOOK_LEASE_MS must be longer than WEBHOOK_DEADLINE_MS by ${TO_WRITE_DOWN_MS} or more: the result has to be written down`,
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
  return seconds.map((s) => Math.round(s * 1000));
}
