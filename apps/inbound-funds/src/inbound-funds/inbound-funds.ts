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
  moneyText,
  outcomeOf,
  reached,
  refuse,
  stepBegun,
} from '@corridor/kernel';
import { problems } from '@corridor/services';
import type { ReceivingAccount } from '../collection-accounts/receiving-account.js';
import type { Details } from '../linked-funding-accounts/linked-funding-account.js';

/** Money received on a collection account, or pulled from a linked funding account (interface-spec 3.4; `takeBack` is an extension). */
export const lifecycle = lifecycleOf('inbound funds', {
  receive: { from: ['NEW'], event: 'received', to: 'PENDING' },
  credit: { from: ['PENDING'], event: 'credited', to: 'CREDITED' },
  reject: { from: ['PENDING'], event: 'rejected', to: 'REJECTED' },
  takeBack: { from: ['CREDITED'], event: 'taken_back', to: 'REJECTED' },
});

export type InboundFunds = { readonly status: 'NEW' } | ReceivedFunds;

/** While a step is in flight, a request to the ledger is pending. */
interface ReceivedFunds extends Process<ProcessStep<'credit' | 'takeBack'>> {
  readonly status: InboundFundsResource['status'];
  /** Whether the pending balance includes it, by the ledger's last message; null before the first one. */
  readonly isCounted: boolean | null;
  readonly receipt: Receipt;
  /** The bank was asked to debit the linked account. */
  readonly isDebited: boolean;
  /** The bank has debited it: the money is here, and its sender is compared once more. */
  readonly isSettled: boolean;
  /** What the bank has returned while the credit was under way. */
  readonly comesBack: Return | null;
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
  /** Missing if somebody else has sent it, as in events of earlier builds. */
  readonly pulledFrom?: LinkedAccount;
}

/** With its complete number: a debit has to name it. */
export interface LinkedAccount {
  readonly id: string;
  readonly details: Details;
}

/** Of a debit. */
export interface Return {
  /** Code and meaning. */
  readonly reason: string;
  readonly amount: Money;
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
  /** The sender is cleared: the bank may take the money from the linked account. */
  | { type: 'debit_requested'; from: LinkedAccount }
  /** The money is here. Since the sender was cleared days ago, it is compared with the lists of now before the credit. */
  | { type: 'debit_settled' }
  /** While the credit is under way: the money is taken back afterwards. */
  | ({ type: 'debit_returned' } & Return)
  | ({ type: 'take_back_requested' } & Return)
  | ({ type: 'taken_back' } & Pick<Return, 'reason'>)
  | { type: 'counted'; isPending: boolean }
  | { type: 'credited' }
  | { type: 'rejected'; reason: string };

export const inboundFunds: Aggregate<InboundFunds, InboundFundsEvent> = {
  name: 'inbound_funds',
  stateVersion: 5,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'received') return received(event);
    return { ...existing(state), ...changedBy(event) };
  },
  upcasters: {
    received: [
      (old: object) => ({ isCreditedAtOnce: false, ...old }),
      (old: { sender: object }) => ({ ...old, sender: { ultimateDebtor: null, ...old.sender } }),
    ],
  },
};

function received(event: InboundFundsEvent & { type: 'received' }): ReceivedFunds {
  const { type: _, ...receipt } = event;
  const pulled = { isDebited: false, isSettled: false, comesBack: null };
  return { ...reached(lifecycle, event), isCounted: null, receipt, ...pulled };
}

function changedBy(event: Exclude<InboundFundsEvent, { type: 'received' }>): Partial<ReceivedFunds> {
  switch (event.type) {
    case 'credit_requested':
      return stepBegun({ command: 'credit' });
    case 'counted':
      return { isCounted: event.isPending };
    case 'screening_requested':
      return {};
    case 'debit_requested':
      return { isDebited: true };
    case 'debit_settled':
      return { isSettled: true };
    case 'debit_returned':
      return { comesBack: { reason: event.reason, amount: event.amount } };
    case 'take_back_requested':
      return {
        ...stepBegun({ command: 'takeBack' }),
        comesBack: { reason: event.reason, amount: event.amount },
      };
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

/** The sender is cleared: money that is here is credited, and what is pulled is taken from the linked account first. */
export function goOn(state: InboundFunds): InboundFundsEvent[] {
  const { receipt, isSettled } = existing(state);
  return receipt.pulledFrom && !isSettled ? requestDebit(state) : requestCredit(state);
}

/** Before the money is credited: asks who sends it. */
export function requestScreening(state: InboundFunds): InboundFundsEvent[] {
  const { sender } = lifecycle.requireStatus(state, 'credit').receipt;
  return [{ type: 'screening_requested', sender }];
}

/** Of funds that are pulled, once: the same debit is never asked for again. */
export function requestDebit(state: InboundFunds): InboundFundsEvent[] {
  const { isDebited, receipt } = lifecycle.requireStatus(state, 'credit');
  return isDebited || !receipt.pulledFrom ? [] : [{ type: 'debit_requested', from: receipt.pulledFrom }];
}

/** What the bank says of a debit. */
export interface DebitReport {
  readonly status: 'ACCEPTED' | 'SETTLED' | 'REJECTED' | 'RETURNED';
  readonly reason: string | null;
  /** What has gone back; null if all of it, or nothing. */
  readonly returned: Money | null;
}

/** SETTLED: the money is here, and is credited once its sender is cleared again. What the bank returns afterwards is taken from the wallet again. A repeated report has no effect. */
export function debitReported(state: InboundFunds, { status, ...report }: DebitReport): InboundFundsEvent[] {
  const { receipt, isDebited, isSettled, comesBack, step } = existing(state);
  if (!isDebited || comesBack || status === 'ACCEPTED') return [];
  if (status === 'SETTLED')
    return lifecycle.allows(state, 'credit') && !step && !isSettled ? [{ type: 'debit_settled' }] : [];
  const reason = report.reason ?? 'The bank has not taken the money.';
  const back = { reason, amount: report.returned ?? receipt.amount };
  if (step) return [{ type: 'debit_returned', ...back }];
  if (lifecycle.allows(state, 'takeBack')) return takeBack(state, back);
  return lifecycle.allows(state, 'reject') ? [{ type: 'rejected', reason }] : [];
}

/** After the credit of funds that were pulled: the wallet pays it, and what it does not have is owed. */
export function takeBack(
  state: InboundFunds,
  { reason, amount }: Pick<Return, 'reason'> & Partial<Return>,
): InboundFundsEvent[] {
  const { receipt } = lifecycle.requireStatus(state, 'takeBack');
  if (!receipt.pulledFrom)
    throw refuse('illegal_transition', 'The inbound funds were not pulled from a linked funding account.');
  return [{ type: 'take_back_requested', reason, amount: amount ?? receipt.amount }];
}

/** The ledger has taken it back. */
export function confirmTakeBack(state: InboundFunds): InboundFundsEvent[] {
  if (state.status === 'NEW' || state.step?.command !== 'takeBack' || !state.comesBack) return [];
  const { reason, amount } = state.comesBack;
  const taken = `${moneyText(amount)} was taken back from the wallet.`;
  return [{ type: 'taken_back', reason: `${reason.replace(/\.?$/, '.')} ${taken}` }];
}

/** Of the request to the ledger. */
export const takeBackIdOf = (id: string): string => `${id}/return`;
/** Which a transfer credits or takes back. */
export const fundsOf = (transferId: string): string => transferId.replace(/\/return$/, '');

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
export function confirmCredit(state: InboundFunds): InboundFundsEvent[] {
  if (!isCrediting(state)) return [];
  const { comesBack } = state;
  return [
    { type: 'credited' },
    ...(comesBack ? [{ type: 'take_back_requested', ...comesBack } as const] : []),
  ];
}

/** The ledger has declined: the money is returned. */
export const declineCredit = (
  state: InboundFunds,
  { reason }: { reason: ProblemCode },
): InboundFundsEvent[] =>
  isCrediting(state) ? [{ type: 'rejected', reason: state.comesBack?.reason ?? problems[reason].title }] : [];

/**
 * For a waiting caller: complete when the pending balance of the wallet reflects the status. If the ledger is unavailable, the wait is short.
 */
export const counted = {
  outcome: (state: InboundFunds) =>
    existing(state).isCounted === lifecycle.allows(state, 'credit') ? 'done' : 'pending',
  timeoutMs: 2_000,
  onTimeout: 'respond',
} as const;

/** Of a credit, for a waiting caller. A declined one is complete when the pending balance does not include the funds any more. */
export function outcomeOfCredit(state: InboundFunds): Outcome {
  const { status, isCounted } = existing(state);
  return status === 'REJECTED' && isCounted ? 'pending' : outcomeOf(state);
}

const isCrediting = (state: InboundFunds): state is ReceivedFunds =>
  state.status !== 'NEW' && state.step?.command === 'credit';
