import type { Collection } from '@corridor/contracts';
import { inboundFunds } from './records/inbound-funds.js';
import { linkedFundingAccount } from './records/linked-funding-account.js';

/** The searchable collections, by default newest first (decisions §5). */
export const collections = {
  // It has no creation time; its ids increase with time.
  inboundFunds: {
    name: 'inbound-funds',
    item: inboundFunds,
    order: ['id:DESC'],
    indexed: [
      'id',
      'client.id',
      'status',
      'amount.ccyCode',
      'amount.value',
      'creditsOn',
      'reference',
      'narrative',
      'sender.name',
    ],
  },
  linkedFundingAccounts: {
    name: 'linked-funding-accounts',
    permission: 'inbound-funds:read',
    item: linkedFundingAccount,
    order: ['auditHistory.created.on:DESC'],
    indexed: ['id', 'client.id', 'status', 'auditHistory.created.on'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
