import { type Money, negate } from '@corridor/kernel';
import type { TransferRequest } from '@corridor/ledger-contract';
import { type Exchange, termsOf } from './exchange-transfer.js';

/**
 * The id of the transfer that takes the deposit of a conversion, or more of it.
 * @param payments how often was paid before
 */
export const depositOf = (conversionId: string, payments = 0): string =>
  `${conversionId}/deposit${payments === 0 ? '' : `/${payments}`}`;
/** The id of the transfer that returns it. */
export const depositRefundOf = (conversionId: string): string => `${conversionId}/deposit-refund`;

/** From the client's wallet to the account of deposits. */
export const depositTransfer = (conversion: Exchange, deposit: Money, payments = 0): TransferRequest => ({
  ...transferOf(conversion, 'Deposit for the conversion'),
  transferId: depositOf(conversion.conversionId, payments),
  action: 'CONVERSION_DEPOSIT',
  entries: [
    { account: 'wallet', amount: negate(deposit) },
    { account: 'deposits', amount: deposit },
  ],
});

/** And back, in whole. */
export const depositRefund = (conversion: Exchange, deposit: Money): TransferRequest => ({
  ...transferOf(conversion, 'Refund of the deposit for the conversion'),
  transferId: depositRefundOf(conversion.conversionId),
  action: 'DEPOSIT_REFUND',
  entries: [
    { account: 'deposits', amount: negate(deposit) },
    { account: 'wallet', amount: deposit },
  ],
});

function transferOf({ conversionId: id, reference, ...terms }: Exchange, what: string) {
  const description = `${what} of ${termsOf(terms)}`;
  return {
    reason: description,
    relatedEntity: { id, type: 'CONVERSION', reference, details: { description } },
    holdFor: null,
    excludes: null,
  } as const;
}
