import { migrationOf } from '@corridor/event-store';
import { createLastKnown } from '@corridor/platform';

/** What other services have published last: the policy of countries and currencies. */
export const KnownPolicyOfConversions1700000220001 = migrationOf(
  'KnownPolicyOfConversions1700000220001',
  [createLastKnown],
  'policies are published',
);
