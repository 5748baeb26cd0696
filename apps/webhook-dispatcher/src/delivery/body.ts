import type { Claimed } from './deliveries.js';

type Shown = Pick<
  Claimed,
  'id' | 'eventType' | 'createdOn' | 'relatedId' | 'relatedType' | 'sequence' | 'payload'
>;

/** What the receiver gets (decisions §7), the same byte for byte in each attempt. */
export function bodyOf({
  id,
  eventType,
  createdOn,
  relatedId,
  relatedType,
  sequence,
  payload,
}: Shown): string {
  const about = {
    id,
    eventType,
    createdOn,
    relatedEntityId: relatedId,
    relatedEntityType: relatedType,
    sequence,
  };
  return `${JSON.stringify(about).slice(0, -1)},"payload":${payload}}`;
}
