import { isTimestamp } from '@corridor/kernel';
import { check, issue, field, fine } from './field.js';

/** A moment in UTC without a zone, in the form of the record timestamps: `2026-11-23T09:30:00.000`. */
export const IsTimestamp = (): PropertyDecorator => field(moment);

const moment = check(
  {
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}$',
    examples: ['2026-11-23T09:30:00.000'],
  },
  (value) =>
    typeof value === 'string' && isTimestamp(value)
      ? fine
      : issue(
          'not_a_timestamp',
          'Must be a valid moment in UTC in the form YYYY-MM-DDTHH:MM:SS.mmm, without a zone.',
        ),
);
