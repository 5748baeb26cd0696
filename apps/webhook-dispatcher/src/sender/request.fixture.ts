import { timestamp } from '@corridor/kernel';
import type { SendRequest } from './sender.js';

export const secret = 'whsec_3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

/** A notification as the dispatcher sends it. */
export const requestTo = (url: string, more: Partial<SendRequest> = {}): SendRequest => ({
  url,
  secret,
  id: 'whn_01K00000000000000000000007',
  timestamp: Math.floor(Date.now() / 1000),
  body: JSON.stringify({
    id: 'whn_01K00000000000000000000007',
    eventType: 'ping',
    createdOn: timestamp(new Date()),
    relatedEntityId: null,
    relatedEntityType: null,
    sequence: null,
    payload: { message: 'Grüße' },
  }),
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  ...more,
});
