import type { TransferRequest } from '@corridor/ledger-contract';
import type { Money } from '@corridor/kernel';

/** Of a payment: the wallet gets the amount, and pays if it is negative. */
export function requestOf(transferId: string, amount: Money, holdFor: string | null = null): TransferRequest {
  const relatedEntity = {
    id: transferId,
    type: 'PAYMENT',
    reference: 'P',
    details: { description: '' },
  } as const;
  const entries: TransferRequest['entries'] = [
    { account: 'wallet', amount },
    { account: 'settlement', amount: { ...amount, minor: -amount.minor } },
  ];
  return { transferId, action: 'PAYMENT', reason: null, relatedEntity, entries, holdFor, excludes: null };
}
