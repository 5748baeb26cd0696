import { timestampFrom } from '@corridor/kernel';
import { check, issue, field, fine } from './field.js';
import { ReadAs } from './read-as.js';

/** A moment in ISO 8601, in UTC if it has no zone. It is read as a timestamp: `2026-11-23T09:30:00.000`. */
export const IsTimestamp = (): PropertyDecorator => (target, property) => {
  ReadAs((value) => (typeof value === 'string' ? (timestampFrom(value) ?? value) : value))(target, property);
  field(moment)(target, property);
};

const moment = check(
  {
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})?$',
    examples: ['2026-11-23T09:30:00.000'],
  },
  (value) =>
    typeof value === 'string' && timestampFrom(value) === value
      ? fine
      : issue(
          'not_a_timestamp',
          'Must be a valid moment in ISO 8601 such as 2026-11-23T09:30:00Z, in UTC if it has no zone.',
        ),
);
