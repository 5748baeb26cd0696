import { type ApprovalKind, approvalKinds } from '@corridor/gateway-contract';
import { MIN_SECRET_BYTES } from '@corridor/http';
import {
  type Composition,
  addressRanges,
  integerSetting,
  optionalSetting,
  setting,
  settingsOf,
  text,
} from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';
import { LEAST_TIMELINE_DAYS } from './migrations/1700000720000-timeline-retention.js';

function kindsOfApproval(given: string): readonly ApprovalKind[] {
  const kinds = Object.keys(approvalKinds) as ApprovalKind[];
  if (given === 'all') return kinds;
  if (given === 'none') return [];
  const named = given.split(',').map((one) => one.trim());
  const unknown = named.find((one) => !(kinds as string[]).includes(one));
  if (unknown !== undefined)
    throw new Error(
      `must be all, none, or some of ${kinds.join(', ')}, separated by commas, not "${unknown}"`,
    );
  return named as ApprovalKind[];
}

/** What an operator can set of the gateway. */
export const gatewaySettings = settingsOf('gateway', {
  /** Null: nobody can create the first administrator. */
  operatorKey: optionalSetting(
    'OPERATOR_KEY',
    'creates the first administrator (`POST /operator/v1/staff`, header `X-OPERATOR-KEY`), and has no use afterwards; in PRODUCTION at least 32 bytes',
    text,
    { isSecret: true, sandboxDefault: 'corridor-operator-key', leastBytesInProduction: MIN_SECRET_BYTES },
  ),
  fourEyes: setting(
    'FOUR_EYES',
    'all',
    `the commands of staff that a second person has to approve: \`all\`, \`none\`, or some of ${Object.keys(
      approvalKinds,
    )
      .map((kind) => `\`${kind}\``)
      .join(', ')}, separated by commas ([staff](staff.md#four-eyes))`,
    kindsOfApproval,
    { sandboxDefault: 'dead-letter' },
  ),
  approvalHours: integerSetting(
    'APPROVAL_HOURS',
    72,
    'hours in which a second person can approve a command; then it has expired',
    { most: 8_760 },
  ),
  auditDays: integerSetting('AUDIT_DAYS', 1_830, 'days for which commands stay in the audit; at least 91', {
    least: 91,
  }),
  timelineDays: integerSetting(
    'TIMELINE_DAYS',
    1_830,
    'days for which timelines have what happened; at least 400',
    { least: LEAST_TIMELINE_DAYS },
  ),
  eventDays: integerSetting(
    'EVENT_DAYS',
    7,
    'days for which a client can go on from an event of `GET /v1/events`',
    { most: 365 },
  ),
  requestLogDays: integerSetting(
    'REQUEST_LOG_DAYS',
    7,
    'days for which users see what was sent with their API keys (`GET /v1/request-log`)',
    { most: 90 },
  ),
  eventStreamsPerClient: integerSetting(
    'EVENT_STREAMS_PER_CLIENT',
    20,
    'streams of events that a client can have open at the same time in one process',
  ),
  eventHeartbeatSeconds: integerSetting(
    'EVENT_HEARTBEAT_SECONDS',
    15,
    'seconds after which a stream without events sends a sign of life, and asks whether its credential still works; who takes nothing for twice as long is disconnected',
    { most: 300 },
  ),
  requestsPerSecond: integerSetting(
    'RATE_LIMIT_PER_SECOND',
    100,
    'requests per second of one client, for all processes that share a port together',
  ),
  trustedProxies: optionalSetting(
    'TRUST_PROXY',
    'IP addresses and ranges (`10.0.0.0/8`), separated by commas, of the proxies in front of the gateway: their `X-Forwarded-For` says where requests come from, which limits failed logins and unknown credentials. That of others is ignored',
    addressRanges,
  ),
  burst: integerSetting('RATE_LIMIT_BURST', 200, 'burst of requests of one client'),
});

export type GatewaySettings = ConfigType<typeof gatewaySettings>;

/** The entry point of a composition. */
export const entryOf = ({
  requestsPerSecond,
  burst,
  trustedProxies,
}: GatewaySettings): Pick<Composition, 'rateLimit' | 'trustedProxies'> => ({
  rateLimit: { perSecond: requestsPerSecond, burst },
  trustedProxies: trustedProxies ?? [],
});
