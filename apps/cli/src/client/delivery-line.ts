import { visible } from '@corridor/kernel';
import { eventColumns } from './event-line.js';
import type { Delivery } from './webhook-receiver.js';

/** `09:30:00.123  payment.sent  pmt_01K…  SENT  #3  204`, with the time of arrival (UTC) */
export function deliveryLine({ arrivedOn, event, attempt, status, error }: Delivery): string {
  const time = arrivedOn.slice('2026-11-21T'.length, -1);
  if (event === null) return `${time}  NOT VERIFIED: responds with ${status}`;
  const outcome = `${status}${attempt > 1 ? ` (attempt ${attempt})` : ''}${error === null ? '' : `: ${error}`}`;
  return visible([time, ...eventColumns(event), outcome].join('  '));
}
