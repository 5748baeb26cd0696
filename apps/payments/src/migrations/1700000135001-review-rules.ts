import { createReadModel, migrationOf } from '@corridor/event-store';

/** The rules of manual review. */
export const ReviewRules1700000135001 = migrationOf(
  'ReviewRules1700000135001',
  createReadModel('review_rules'),
  'rules are kept',
);
