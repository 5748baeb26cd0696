import { addTexts, migrationOf } from '@corridor/event-store';

/** Searches for parts of the texts of inbound funds. */
export const TextsOfInboundFunds1700000031002 = migrationOf(
  'TextsOfInboundFunds1700000031002',
  addTexts('inbound_funds', 'inbound_funds_text', {
    reference: 'reference',
    narrative: 'narrative',
    sender_name: 'sender.name',
  }),
  'searches need these texts',
);
