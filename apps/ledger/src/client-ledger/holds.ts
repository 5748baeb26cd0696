import { type Money, add, subtract } from '@corridor/kernel';
import type { ClientLedgerEvent, Held, Posting } from './client-ledger.js';

/**
 * Money in a wallet that only one transfer may spend: between an exchange and the payment that follows it. The state has only
 * its sum per currency, so that it does not grow with the number of holds; what is held for one transfer is read from the log.
 */

type Posted = ClientLedgerEvent & { type: 'transfer_posted' };
/** By the transfers that may spend them. */
export type Holds = ReadonlyMap<string, readonly Money[]>;

/** What the log says. */
export interface KnownHolds {
  /** Those for the requested transfers. */
  readonly own: Holds;
  /** Of all that are not spent; null if the state has the sums. */
  readonly sums: Held | null;
}

/** The money that a posted transfer holds for another one. */
export function holdOf({ holdFor, postings }: Pick<Posted, 'holdFor' | 'postings'>): Money | null {
  const credited = postings.find(({ walletId, amount }: Posting) => walletId !== null && amount.minor > 0n);
  return holdFor === null || !credited ? null : credited.amount;
}

export const sumsOf = (holds: readonly Money[]): Held =>
  holds.reduce<Held>((sums, hold) => changed(sums, hold, add), {});

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
