import type { Payout } from '@corridor/conversions-contract';
import type { Aggregate } from '@corridor/kernel';
import type { Cover } from './credit.js';
import type { Needed } from './limits.js';

/**
 * Whether a payment may take money that booked conversions may need: a request and its answer, in a stream with the id of the request (ADR 77).
 * A declined one ends, and the payment asks again under another id.
 */
export interface State {
  readonly status: 'NEW' | 'GRANTED' | 'DECLINED' | 'ENDED';
}

export interface CoverRequest {
  readonly paymentId: string;
  /** Null for a payment without an instruction. */
  readonly paymentInstructionId: string | null;
  readonly payouts: readonly Payout[];
}

export type Event =
  | ({ readonly type: 'granted' } & CoverRequest)
  | ({ readonly type: 'declined' } & CoverRequest & Needed)
  | ({ readonly type: 'decline_ended' } & Omit<CoverRequest, 'payouts'>)
  | { readonly type: 'released'; readonly paymentId: string };

const statusAfter = {
  granted: 'GRANTED',
  declined: 'DECLINED',
  decline_ended: 'ENDED',
  released: 'ENDED',
} as const;

export const paymentCover: Aggregate<State, Event> = {
  name: 'payment_cover',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, { type }) => ({ status: statusAfter[type] }),
};

/** Once: a repeated request has its answer. */
export function requestCover({ status }: State, request: CoverRequest, cover: Cover): Event[] {
  if (status !== 'NEW') return [];
  const needed = cover(request.payouts.map(({ amount }) => amount));
  return [needed ? { type: 'declined', ...request, ...needed } : { type: 'granted', ...request }];
}

export const endDecline = ({ status }: State, request: Omit<CoverRequest, 'payouts'>): Event[] =>
  status === 'DECLINED' ? [{ type: 'decline_ended', ...request }] : [];

/** The money stays in the wallet. If it has left, nothing was counted any more. */
export const release = ({ status }: State, { paymentId }: { paymentId: string }): Event[] =>
  status === 'GRANTED' ? [{ type: 'released', paymentId }] : [];
