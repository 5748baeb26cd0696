import type { Collection } from '@corridor/contracts';
import { inboundFunds } from './records/inbound-funds.js';

/** What clients can search, the newest first by default (decisions §5). */
export const collections = {
  // Says nowhere when it was made; its ids rise with time.
  inboundFunds: {
    name: 'inbound-funds',
    item: inboundFunds,
    order: ['id:DESC'],
    indexed: ['id', 'client.id', 'status', 'amount.ccyCode', 'creditsOn'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
