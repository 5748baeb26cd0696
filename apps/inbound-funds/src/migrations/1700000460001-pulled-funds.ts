import { migrationOf } from '@corridor/event-store';

/** Inbound funds show from which linked account they are pulled. */
export const PulledFunds1700000460001 = migrationOf(
  'PulledFunds1700000460001',
  [`UPDATE inbound_funds SET data = (left(data::text, -1) || ',"linkedFundingAccountId":null}')::json`],
  'an earlier version would credit what is still to be pulled',
);
