import { addTexts, migrationOf } from '@corridor/event-store';

/** Searches for parts of the texts of transactions. */
export const TextsOfTransactions1700000031001 = migrationOf(
  'TextsOfTransactions1700000031001',
  addTexts(
    'transaction',
    'transaction_text',
    {
      reason: 'reason',
      reference: 'relatedEntity.reference',
      details_description: 'relatedEntity.details.description',
    },
    true,
  ),
  'searches need these texts',
);
