import { type Money, type Timestamp, zero } from '@corridor/kernel';

/** A part of the sold amount that the client pays in advance. It comes back when the conversion is exchanged or cancelled. */
export interface Deposit {
  /** That is required in all, after adverse moves of the market too. */
  readonly amount: Money;
  /** That was required first. */
  readonly initial: Money;
  /** The last moment at which the client can pay what is missing. */
  readonly fundByDate: Timestamp;
  /** Whether nothing is missing. */
  readonly isReceived: boolean;
  /** By this number of payments. */
  readonly received: Money;
  readonly payments: number;
}

/** What the client pays of its deposit at once. */
export interface DepositPayment {
  readonly amount: Money;
  /** Of the payments before. */
  readonly number: number;
}

interface Required {
  readonly amount: Money;
  readonly fundByDate: Timestamp;
}

export const required = ({ amount, fundByDate }: Required): Deposit => ({
  ...{ amount, initial: amount, fundByDate },
  ...{ isReceived: false, received: zero(amount.ccyCode), payments: 0 },
});

/** More is required in all from now on. */
export const toppedUp = (deposit: Deposit, { amount, fundByDate }: Required): Deposit => ({
  ...deposit,
  amount,
  fundByDate,
  isReceived: false,
});

export const paid = (deposit: Deposit): Deposit => ({
  ...deposit,
  isReceived: true,
  received: deposit.amount,
  payments: deposit.payments + 1,
});

/** What a cancellation returns of it; null if nothing. */
export const receivedOf = (deposit: Deposit | null): Money | null =>
  deposit && deposit.received.minor > 0n ? deposit.received : null;
