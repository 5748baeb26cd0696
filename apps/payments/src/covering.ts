import { type Money, type ProblemCode, moneyText } from '@corridor/kernel';

/** What of a balance has to stay, because it covers booked conversions, and what of it can be paid. */
export interface Covering {
  readonly needed: Money;
  readonly payable: Money;
}

/** What may leave a wallet, as conversions have granted it. */
export interface Grant {
  readonly coverId: string;
  readonly paymentId: string;
}

export const grantOf = ({ coverId, paymentId }: Grant): Grant => ({ coverId, paymentId });

/** Why nothing was sent. */
export interface NotSent {
  readonly type: 'send_declined';
  readonly reason: ProblemCode;
  /** Missing for another reason. */
  readonly covering?: Covering;
  /** What was granted and does not leave; missing if nothing was. */
  readonly released?: Grant;
}

export const notSent = (reason: ProblemCode, released: Grant | null = null): NotSent => ({
  type: 'send_declined',
  reason,
  ...(released && { released }),
});

export const notCovered = ({ needed, payable }: Covering): NotSent => ({
  ...notSent('exposure_limit_exceeded'),
  covering: { needed, payable },
});

/** The id under which a payment asks for cover: each time another one, since it may be granted once, and declined by the ledger. */
export const coverOf = (paymentId: string, number: number): string => `${paymentId}/cover/${number}`;

/** For the client, who reads it as the reason of the status; null if it was declined for another reason. */
export const uncoveredBecause = ({ covering }: Pick<NotSent, 'covering'>): string | null =>
  covering
    ? `Not sent yet: ${moneyText(covering.needed)} of the balance is needed for booked conversions; ${moneyText(covering.payable)} can be paid. It is sent when money comes, a conversion ends, or the limit is raised.`
    : null;
