import type { RelatedEntity } from './records/transaction.js';

interface Funds {
  readonly id: string;
  readonly reference: string;
  readonly senderName: string | null;
}

/** What a transaction shows of inbound funds, PENDING or credited. */
export const relatedFunds = ({ id, reference, senderName }: Funds): RelatedEntity => ({
  id,
  type: 'INBOUND_FUNDS',
  reference,
  details: { description: senderName ? `Funds from ${senderName}` : 'Inbound funds' },
});
