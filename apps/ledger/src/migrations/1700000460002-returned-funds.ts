import { migrationOf } from '@corridor/event-store';

/** Clients can owe funds that were returned after their credit. */
export const ReturnedFunds1700000460002 = migrationOf(
  'ReturnedFunds1700000460002',
  [`UPDATE receivable SET data = (left(data::text, -1) || ',"inboundFunds":null}')::json`],
  'an earlier version knows receivables of conversions only',
);
