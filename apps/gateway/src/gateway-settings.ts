import type { RateLimit } from '@corridor/http';
import { integerSetting, optionalSetting, settingsOf, text } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';

/** What an operator can set of the gateway. */
export const gatewaySettings = settingsOf('gateway', {
  /** Null: the operator API is closed. */
  operatorKey: optionalSetting(
    'OPERATOR_KEY',
    'credential of `/operator/v1` (header `X-OPERATOR-KEY`); in PRODUCTION that API is closed without it',
    text,
    { isSecret: true, sandboxDefault: 'corridor-operator-key' },
  ),
  requestsPerSecond: integerSetting(
    'RATE_LIMIT_PER_SECOND',
    100,
    'requests per second of one client, for all processes that share a port together',
  ),
  burst: integerSetting('RATE_LIMIT_BURST', 200, 'burst of requests of one client'),
});

export type GatewaySettings = ConfigType<typeof gatewaySettings>;

export const rateLimitOf = ({ requestsPerSecond, burst }: GatewaySettings): RateLimit => ({
  perSecond: requestsPerSecond,
  burst,
});
