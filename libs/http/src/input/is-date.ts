import { isCalendarDate } from '@corridor/kernel';
import { check, issue, field, fine } from './field.js';

/** A valid date, as `YYYY-MM-DD`. */
export const IsDate = (): PropertyDecorator => field(date);

const date = check({ type: 'string', format: 'date', examples: ['2026-11-23'] }, (value) =>
  typeof value === 'string' && isCalendarDate(value)
    ? fine
    : issue('not_a_date', 'Must be a valid date in the form YYYY-MM-DD.'),
);
