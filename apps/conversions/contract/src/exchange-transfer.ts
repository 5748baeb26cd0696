import type { TransferRequest } from '@corridor/ledger-contract';
import { type Money, moneyText, negate } from '@corridor/kernel';

/** What the ledger needs to know of a booked conversion. */
export interface Exchange {
  readonly conversionId: string;
  readonly reference: string;
  readonly sellAmount: Money;
  readonly buyAmount: Money;
}

/**
 * The client's wallets against the position of the system, in both currencies. Whoever requests it, and however often, it
 * is one transfer: the ledger posts it at most once.
 * @param holdFor the transfer for which the bought money is held; null for none
 */
export function exchangeTransfer(
  { conversionId, reference, sellAmount, buyAmount }: Exchange,
  holdFor: string | null,
): TransferRequest {
  const description = `Conversion of ${termsOf({ sellAmount, buyAmount })}`;
  return {
    transferId: conversionId,
    action: 'CONVERSION',
    reason: description,
    relatedEntity: { id: conversionId, type: 'CONVERSION', reference, details: { description } },
    entries: [
      { account: 'wallet', amount: negate(sellAmount) },
      { account: 'fx_position', amount: sellAmount },
      { account: 'fx_position', amount: negate(buyAmount) },
      { account: 'wallet', amount: buyAmount },
    ],
    holdFor,
    excludes: null,
  };
}

export const termsOf = ({ sellAmount, buyAmount }: Pick<Exchange, 'sellAmount' | 'buyAmount'>): string =>
  `${moneyText(sellAmount)} to ${moneyText(buyAmount)}`;
