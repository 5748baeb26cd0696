import { migrationOf } from '@corridor/event-store';
import { createLastKnown } from '@corridor/platform';

/** What other services have published last: the policy of countries and currencies. */
export const KnownPolicyOfLedger1700000220001 = migrationOf(
  'KnownPolicyOfLedger1700000220001',
  [createLastKnown],
  'policies are published',
);
