import { migrationOf } from '@corridor/event-store';

/** Finds the credit of the bank from the inbound funds that it has become. */
export const CreditsOfFunds1700000250002 = migrationOf(
  'CreditsOfFunds1700000250002',
  [`CREATE INDEX bank_credit_inbound_funds ON bank_credit ((data ->> 'inboundFundsId'))`],
  'the index belongs to the schema',
);
