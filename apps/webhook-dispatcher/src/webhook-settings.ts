import { Config, flagSetting, integerSetting, secretSetting, textSetting } from '@corridor/platform';
import type { UrlPolicy } from '@corridor/safe-http';
import { Injectable } from '@nestjs/common';

/** At once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h (decisions §7). */
const SCHEDULE_S = '0,5,300,1800,7200,18000,36000,50400,72000,86400';

const TO_WRITE_DOWN_MS = 2_000;

/** What an operator can set of webhooks. */
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
    SCHEDULE_S,
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

/** Reads them. */
@Injectable()
export class WebhookSettings {
  /** Keys for the signing secrets: the first encrypts, all decrypt (`KeyRing`). */
  readonly secretKey: string;
  /** Where webhooks may be sent to: to the public internet, in PRODUCTION by https alone. */
  readonly urlPolicy: UrlPolicy;
  readonly subscriptionsPerClient: number;
  /** How long after the one before each attempt follows. As many as there are, then the notification is exhausted. */
  readonly scheduleMs: readonly number[];
  /** How long an attempt may take. */
  readonly deadlineMs: number;
  /** How long an attempt belongs to its process: when that one dies, another takes it up afterwards. */
  readonly leaseMs: number;
  /** Attempts at a time, of this process. */
  readonly concurrency: number;
  /** Attempts at a time for one subscription, once it has shown that it answers. */
  readonly subscriptionConcurrency: number;
  /** How long the log of attempts is kept. */
  readonly attemptLogDays: number;
  /** How often is looked for what no trigger has told. */
  readonly sweepMs: number;

  constructor(config: Config) {
    this.secretKey = config.text('WEBHOOK_SECRET_KEY');
    const allowHttp = config.environment === 'SANDBOX';
    const isLoopbackSet = config.oneOf('WEBHOOK_ALLOW_LOOPBACK', ['false', 'true']) === 'true';
    this.urlPolicy = { allowHttp, allowLoopback: allowHttp && isLoopbackSet };
    this.subscriptionsPerClient = config.integer('WEBHOOK_SUBSCRIPTIONS_PER_CLIENT', 50);
    this.scheduleMs = millisecondsOf(config.text('WEBHOOK_SCHEDULE_SECONDS', SCHEDULE_S));
    this.deadlineMs = config.integer('WEBHOOK_DEADLINE_MS', 15_000);
    this.leaseMs = config.integer('WEBHOOK_LEASE_MS', this.deadlineMs + 10_000);
    this.concurrency = config.integer('WEBHOOK_CONCURRENCY', 256);
    this.subscriptionConcurrency = config.integer('WEBHOOK_SUBSCRIPTION_CONCURRENCY', 8);
    this.attemptLogDays = config.integer('WEBHOOK_ATTEMPT_LOG_DAYS', 30);
    this.sweepMs = config.integer('WEBHOOK_SWEEP_MS', 5_000);
    if (this.leaseMs < this.deadlineMs + TO_WRITE_DOWN_MS)
      throw new Error(
        `WEBHOOK_LEASE_MS must be longer than WEBHOOK_DEADLINE_MS by ${TO_WRITE_DOWN_MS} or more: the result has to be written down`,
      );
  }
}

function millisecondsOf(schedule: string): number[] {
  const seconds = schedule.split(',').map((text) => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : NaN));
  if (seconds.some(Number.isNaN))
    throw new Error(`WEBHOOK_SCHEDULE_SECONDS must be seconds with commas between them, not "${schedule}"`);
  return seconds.map((s) => Math.round(s * 1000));
}
