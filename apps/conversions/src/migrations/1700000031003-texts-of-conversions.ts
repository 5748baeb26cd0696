import { addTexts, migrationOf } from '@corridor/event-store';

/** Searches for parts of the texts of conversions. */
export const TextsOfConversions1700000031003 = migrationOf(
  'TextsOfConversions1700000031003',
  addTexts('conversion', 'conversion_text', {
    reference: 'reference',
    metadata: 'metadata',
  }),
  'searches need these texts',
);
