import { visible } from '@corridor/kernel';
import type { Delivery } from './webhook-receiver.js';

const EVENT_WIDTH = 'payment_instruction.acknowledged'.length;
const ID_WIDTH = 'pmt_'.length + 26;
const STATUS_WIDTH = 'READY_TO_SEND'.length;

/** `09:30:00.123  payment.sent  pmt_01K…  SENT  #3  204`, with the time of arrival (UTC) */
export function deliveryLine({ arrivedOn, event, attempt, status, error }: Delivery): string {
  const time = arrivedOn.slice('2026-11-21T'.length, -1);
  if (event === null) return `${time}  NOT VERIFIED: responds with ${status}`;
  const { eventType, relatedEntityId, sequence, payload } = event;
  const { status: state, message } = payload as { status?: string; message?: string | null };
  return visible(
    [
      time,
      eventType.padEnd(EVENT_WIDTH),
      (relatedEntityId ?? '').padEnd(ID_WIDTH),
      (state ?? message ?? '').padEnd(STATUS_WIDTH),
      `#${sequence}`.padEnd(4),
      `${status}${attempt > 1 ? ` (attempt ${attempt})` : ''}${error === null ? '' : `: ${error}`}`,
    ].join('  '),
  );
}
