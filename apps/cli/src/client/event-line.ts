import { visible } from '@corridor/kernel';
import type { StreamedEvent, WebhookEvent } from '@corridor/sdk';

const EVENT_WIDTH = 'payment_instruction.acknowledged'.length;
const ID_WIDTH = 'pmt_'.length + 26;
const STATUS_WIDTH = 'READY_TO_SEND'.length;

/** What both an event of a webhook and one of the stream show. */
export function eventColumns({ eventType, relatedEntityId, sequence, payload }: WebhookEvent): string[] {
  const { status, message } = payload as { status?: string; message?: string | null };
  return [
    eventType.padEnd(EVENT_WIDTH),
    (relatedEntityId ?? '').padEnd(ID_WIDTH),
    (status ?? message ?? '').padEnd(STATUS_WIDTH),
    `#${sequence}`.padEnd(4),
  ];
}

/** `2026-11-21T09:30:00.123  payment.sent  pmt_01K…  SENT  #3  0-1042`, with the time at which it happened (UTC) */
export const eventLine = (event: StreamedEvent): string =>
  visible([event.createdOn, ...eventColumns(event), event.id].join('  '));
