import { type Money, add, subtract } from '@corridor/kernel';
import type { ClientLedger, ClientLedgerEvent, Posting } from './client-ledger.js';

/**
 * Money in a wallet that only one transfer may spend: between an exchange and the payment that follows it. The state has only
 * its sum per currency, so that it does not grow with the number of holds; what is held for one transfer is read from the log.
 */

type Posted = ClientLedgerEvent & { type: 'transfer_posted' };
export type Held = ClientLedger['held'];

/** The money that a posted transfer holds for another one. */
export function holdOf({ holdFor, postings }: Pick<Posted, 'holdFor' | 'postings'>): Money | null {
  const credited = postings.find(({ walletId, amount }: Posting) => walletId !== null && amount.minor > 0n);
  return holdFor === null || !credited ? null : credited.amount;
}

/** The sums after a transfer that spends what is held for it, and holds what it credited. */
export const heldAfter = (held: Held, spent: readonly Money[], hold: Money | null): Held =>
  hold ? changed(spent.reduce(released, held), hold, add) : spent.reduce(released, held);

/** The part of a wallet's balance that is held for other transfers than the one for which `own` is held. */
export const heldFromOthers = (held: Held, own: readonly Money[], ccyCode: string): bigint =>
  own.reduce(released, held)[ccyCode]?.minor ?? 0n;

const released = (held: Held, amount: Money): Held => changed(held, amount, (sum) => subtract(sum, amount));

function changed(held: Held, amount: Money, change: (sum: Money, amount: Money) => Money): Held {
  const { [amount.ccyCode]: before = { ...amount, minor: 0n }, ...others } = held;
  const sum = change(before, amount);
  return sum.minor === 0n ? others : { ...others, [amount.ccyCode]: sum };
}
