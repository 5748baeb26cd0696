import { madeOn } from './id.js';
import { type CalendarDate, dateOf } from './time.js';

/**
 * The human-readable reference of a record (decisions §6): `PMT-20261121-4F7KQ2` for a `pmt_…4F7KQ2` of that day.
 * @param day by default the one on which the id was created
 */
export function referenceOf(id: string, day: CalendarDate = dateOf(madeOn(id))): string {
  const kind = id.slice(0, id.indexOf('_')).toUpperCase();
  return `${kind}-${day.replaceAll('-', '')}-${id.slice(-6)}`;
}
