import type { InboundFundsResource } from '@corridor/inbound-funds-contract';
import {
  type Aggregate,
  type CalendarDate,
  type Money,
  type Outcome,
  type ProblemCode,
  type Process,
  type ProcessStep,
  existing,
  lifecycleOf,
  outcomeOf,
  reached,
  stepBegun,
} from '@corridor/kernel';
import { problems } from '@corridor/services';
import type { ReceivingAccount } from '../collection-accounts/receiving-account.js';

/** Money received on a collection account (interface-spec 3.4). */
export const lifecycle = lifecycleOf('inbound funds', {
  receive: { from: ['NEW'], event: 'received', to: 'PENDING' },
  credit: { from: ['PENDING'], event: 'credited', to: 'CREDITED' },
  reject: { from: ['PENDING'], event: 'rejected', to: 'REJECTED' },
});

export type InboundFunds = { readonly status: 'NEW' } | ReceivedFunds;

/** While the step is in flight, a credit request to the ledger is pending. */
interface ReceivedFunds extends Process<ProcessStep<'credit'>> {
  readonly status: InboundFundsResource['status'];
  /** Whether the pending balance includes it, by the ledger's last message; null before the first one. */
  readonly isCounted: boolean | null;
  readonly receipt: Receipt;
}

export interface Receipt extends ReceivingAccount {
  readonly reference: string;
  readonly amount: Money;
  readonly narrative: string | null;
  readonly creditsOn: CalendarDate;
  readonly sender: InboundFundsResource['sender'];
  /** The credit is requested together with the receipt: the money is never shown as pending in the wallet. */
  readonly isCreditedAtOnce: boolean;
  /** The books have the money in `suspense`; missing if they do not have it yet, as in events of earlier builds. */
  readonly isInSuspense?: true;
}

export type InboundFundsEvent =
  | ({ type: 'received' } & Receipt)
  | {
      type: 'credit_requested';
      reference: string;
      amount: Money;
      narrative: string | null;
      senderName: string | null;
      isInSuspense?: true;
    }
  /** The sender is compared with the lists: the money waits. */
  | { type: 'screening_requested'; sender: Receipt['sender'] }
  | { type: 'counted'; isPending: boolean }
  | { type: 'credited' }
  | { type: 'rejected'; reason: string };

export const inboundFunds: Aggregate<InboundFunds, InboundFundsEvent> = {
  name: 'inbound_funds',
  stateVersion: 3,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'received') return received(event);
    return { ...existing(state), ...changedBy(event) };
  },
  upcasters: {
    received: [(old: object) => ({ isCreditedAtOnce: false, ...old })],
  },
};

function received(event: InboundFundsEvent & { type: 'received' }): ReceivedFunds {
  const { type: _, ...receipt } = event;
  return { ...reached(lifecycle, event), isCounted: null, receipt };
}

function changedBy(event: Exclude<InboundFundsEvent, { type: 'received' }>): Partial<ReceivedFunds> {
  switch (event.type) {
    case 'credit_requested':
      return stepBegun({ command: 'credit' });
    case 'counted':
      return { isCounted: event.isPending };
    case 'screening_requested':
      return {};
    default:
      return reached(lifecycle, event);
  }
}

export function receive(state: InboundFunds, receipt: Receipt): InboundFundsEvent[] {
  lifecycle.requireStatus(state, 'receive');
  return [{ type: 'received', ...receipt }];
}

/** Requests the credit of the wallet from the ledger. */
export function requestCredit(state: InboundFunds): InboundFundsEvent[] {
  const { reference, amount, narrative, sender, isInSuspense } = lifecycle.requireStatus(
    state,
    'credit',
  ).receipt;
  const from = isInSuspense ? { isInSuspense } : {};
  return [{ type: 'credit_requested', reference, amount, narrative, senderName: sender.name, ...from }];
}

/** Before the money is credited: asks who sends it. */
export function requestScreening(state: InboundFunds): InboundFundsEvent[] {
  const { sender } = lifecycle.requireStatus(state, 'credit').receipt;
  return [{ type: 'screening_requested', sender }];
}

/** Returns the money. */
export function reject(state: InboundFunds, { reason }: { reason: string }): InboundFundsEvent[] {
  lifecycle.requireStatus(state, 'reject');
  return [{ type: 'rejected', reason }];
}

/** The ledger has added it to the pending balance of the wallet, or removed it. */
export const noteCounted = (
  state: InboundFunds,
  { isPending }: { isPending: boolean },
): InboundFundsEvent[] =>
  state.status === 'NEW' || state.isCounted === isPending ? [] : [{ type: 'counted', isPending }];

/** The ledger has posted. */
export const confirmCredit = (state: InboundFunds): InboundFundsEvent[] =>
  isCrediting(state) ? [{ type: 'credited' }] : [];

/** The ledger has declined: the money is returned. */
export const declineCredit = (
  state: InboundFunds,
  { reason }: { reason: ProblemCode },
): InboundFundsEvent[] => (isCrediting(state) ? [{ type: 'rejected', reason: problems[reason].title }] : []);

/** Whether the pending balance of the wallet reflects the status, for a waiting caller. */
export function isCountedRight(state: InboundFunds): boolean {
  const { isCounted } = existing(state);
  return isCounted === lifecycle.allows(state, 'credit');
}

/** Of a credit, for a waiting caller. A declined one is complete when the pending balance does not include the funds any more. */
export function outcomeOfCredit(state: InboundFunds): Outcome {
  const { status, isCounted } = existing(state);
  return status === 'REJECTED' && isCounted ? 'pending' : outcomeOf(state);
}

const isCrediting = (state: InboundFunds): boolean => state.status !== 'NEW' && state.step !== null;
