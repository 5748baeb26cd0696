import { isCalendarDate } from '@corridor/kernel';
import { fault, field, fine } from './field.js';

/** A day that the calendar has, as `YYYY-MM-DD`. */
export const IsDate = (): PropertyDecorator =>
  field('isDate', (value) =>
    typeof value === 'string' && isCalendarDate(value)
      ? fine
      : fault('not_a_date', 'Must be a date of the calendar as YYYY-MM-DD.'),
  );
