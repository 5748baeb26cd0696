import type { InboundFundsResource } from '@corridor/inbound-funds-contract';
import { type Aggregate, type CalendarDate, type Money, type ProblemCode, refuse } from '@corridor/kernel';
import { problems } from '@corridor/services';
import type { ReceivingAccount } from '../collection-accounts/receiving-account.js';

/** Money that came from outside to a collection account (interface-spec 3.4). */
export interface InboundFunds {
  readonly status: 'NEW' | 'PENDING' | 'CREDITED' | 'REJECTED';
  /** The ledger has been asked to credit the wallet and has not answered yet. */
  readonly isCrediting: boolean;
  /** Whether the wallet counts it as pending, as the ledger has said last; null before it has said anything. */
  readonly isCounted: boolean | null;
  readonly received: Receipt | null;
}

export interface Receipt extends ReceivingAccount {
  readonly reference: string;
  readonly amount: Money;
  readonly narrative: string | null;
  readonly creditsOn: CalendarDate;
  readonly sender: InboundFundsResource['sender'];
}

export type InboundFundsEvent =
  | ({ type: 'received' } & Receipt)
  | {
      type: 'credit_requested';
      reference: string;
      amount: Money;
      narrative: string | null;
      senderName: string | null;
    }
  | { type: 'counted'; isPending: boolean }
  | { type: 'credited' }
  | { type: 'rejected'; reason: string };

export const inboundFunds: Aggregate<InboundFunds, InboundFundsEvent> = {
  name: 'inbound_funds',
  stateVersion: 2,
  initial: { status: 'NEW', isCrediting: false, isCounted: null, received: null },
  evolve(state, event) {
    switch (event.type) {
      case 'received': {
        const { type: _, ...received } = event;
        return { ...state, status: 'PENDING', received };
      }
      case 'credit_requested':
        return { ...state, isCrediting: true };
      case 'counted':
        return { ...state, isCounted: event.isPending };
      case 'credited':
        return { ...state, status: 'CREDITED', isCrediting: false };
      case 'rejected':
        return { ...state, status: 'REJECTED', isCrediting: false };
    }
  },
};

export function receive({ status }: InboundFunds, receipt: Receipt): InboundFundsEvent[] {
  if (status !== 'NEW') throw refuse('illegal_transition');
  return [{ type: 'received', ...receipt }];
}

/** Asks the ledger for the money's way into the wallet. */
export function requestCredit(state: InboundFunds): InboundFundsEvent[] {
  const { reference, amount, narrative, sender } = waiting(state);
  return [{ type: 'credit_requested', reference, amount, narrative, senderName: sender.name }];
}

/** Sends the money back. */
export function reject(state: InboundFunds, { reason }: { reason: string }): InboundFundsEvent[] {
  waiting(state);
  return [{ type: 'rejected', reason }];
}

/** The ledger has taken it into the pending balance of the wallet, or out of it. */
export const noteCounted = (
  { status, isCounted }: InboundFunds,
  { isPending }: { isPending: boolean },
): InboundFundsEvent[] =>
  status === 'NEW' || isCounted === isPending ? [] : [{ type: 'counted', isPending }];

/** The ledger has posted: a fact that may be about other money than this. */
export const confirmCredit = ({ isCrediting }: InboundFunds): InboundFundsEvent[] =>
  isCrediting ? [{ type: 'credited' }] : [];

/** The ledger has refused: the money goes back. */
export const declineCredit = (
  { isCrediting }: InboundFunds,
  { reason }: { reason: ProblemCode },
): InboundFundsEvent[] => (isCrediting ? [{ type: 'rejected', reason: problems[reason].title }] : []);

/** @throws Refusal unless the money is PENDING and nothing is under way */
function waiting({ status, isCrediting, received }: InboundFunds): Receipt {
  if (isCrediting) throw refuse('step_in_progress');
  if (status !== 'PENDING' || !received) throw refuse('illegal_transition');
  return received;
}
