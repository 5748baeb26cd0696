import {
  type ApprovalRights,
  type Caller,
  type DomainEvent,
  type Money,
  type Quote,
  type Reference,
  type Staged,
  type Timestamp,
  fromResource,
  isWorthMore,
  refuse,
} from '@corridor/kernel';
import type { Authorisation } from '@corridor/payments-contract';

/** Client-side approval (production.md §3): what a maker creates above a limit waits for a checker of the same client. */

/** Events of a payment or an instruction that waits. */
export type ApprovalEvent =
  | { readonly type: 'authorisation_required' }
  | { readonly type: 'approved'; readonly by: Reference }
  | { readonly type: 'refused'; readonly by: Reference; readonly reason: string };

/**
 * The rows of a table of statuses for what waits in its first status.
 * @param refused where a record ends that a checker rejects
 */
export const waitingIn = <const First extends string, const End extends object>(first: First, refused: End) =>
  ({
    requireAuthorisation: {
      from: [first],
      fromSubStatus: ['NEW'],
      event: 'authorisation_required',
      to: first,
      subStatus: 'AWAITING_AUTHORISATION',
    },
    approve: {
      from: [first],
      fromSubStatus: ['AWAITING_AUTHORISATION'],
      event: 'approved',
      to: first,
      subStatus: 'NEW',
    },
    refuse: { from: [first], fromSubStatus: ['AWAITING_AUTHORISATION'], event: 'refused', ...refused },
  }) as const;

/** The table of payments, or that of instructions. */
interface Table<State> {
  requireStatus(state: State, command: 'approve' | 'refuse'): unknown;
}

/** The sub-status of what nobody has to approve any more is nothing that clients see. */
function requireWaiting<State extends Staged>(
  lifecycle: Table<State>,
  state: State,
  command: 'approve' | 'refuse',
): void {
  if (state.subStatus === 'NEW' && !state.step)
    throw refuse(
      'illegal_transition',
      'It waits for no checker: it has been approved already, or needed no approval.',
    );
  lifecycle.requireStatus(state, command);
}

/** By a checker: from then on it is as if it were new. */
export const approve =
  <State extends Staged>(lifecycle: Table<State>, by: Reference) =>
  (state: State): ApprovalEvent[] => {
    requireWaiting(lifecycle, state, 'approve');
    return [{ type: 'approved', by }];
  };

/** By a checker: it ends. */
export const refuseApproval =
  <State extends Staged>(lifecycle: Table<State>, by: Reference, reason: string) =>
  (state: State): ApprovalEvent[] => {
    requireWaiting(lifecycle, state, 'refuse');
    return [{ type: 'refused', by, reason }];
  };

/** Whether rates are needed to decide. */
export const isLimited = ({ approval }: Pick<Caller, 'approval'>): boolean =>
  (approval?.makerLimit ?? null) !== null;

/** Whether a new payment has to wait: one above the limit of its maker, or that no rate compares with it. */
export function needsChecker(
  { approval }: Pick<Caller, 'approval'>,
  amount: Money,
  quotes: readonly Quote[],
): boolean {
  if (!approval?.makerLimit) return false;
  return isWorthMore(amount, fromResource(approval.makerLimit), quotes) ?? true;
}

/** What a checker decides on. */
export interface Waiting {
  /** `cu_`; null if nobody of the client created it. */
  readonly makerId: string | null;
  readonly amount: Money;
}

/** @throws Refusal `checker_required`, `maker_cannot_approve` */
export function requireChecker({ user, approval }: Caller, { makerId }: Pick<Waiting, 'makerId'>): Reference {
  if (!user || !approval?.isChecker) throw refuse('checker_required');
  if (user.id === makerId) throw refuse('maker_cannot_approve');
  return user;
}

/** The checker, whose own limit allows it. @throws Refusal as {@link requireChecker}; `checker_limit_exceeded` */
export function requireApprover(caller: Caller, waiting: Waiting, quotes: readonly Quote[]): Reference {
  const checker = requireChecker(caller, waiting);
  const { checkerLimit } = caller.approval as ApprovalRights;
  if (checkerLimit && (isWorthMore(waiting.amount, fromResource(checkerLimit), quotes) ?? true))
    throw refuse('checker_limit_exceeded');
  return checker;
}

const isApproval = (event: DomainEvent): event is ApprovalEvent =>
  ['authorisation_required', 'approved', 'refused'].includes(event.type);

/** What a record shows that waits since then. */
export const awaited = (on: Timestamp): Authorisation => ({ status: 'AWAITING_AUTHORISATION', by: null, on });

/** What the record shows after an event that changes it. One that ends the waiting in another way leaves nothing to show. */
export function authorisationAfter(
  { authorisation }: { readonly authorisation?: Authorisation | null },
  event: DomainEvent,
  on: Timestamp,
  changesStatus: boolean,
): Authorisation | null {
  const before = authorisation ?? null; // missing in records of earlier builds
  if (!isApproval(event)) return changesStatus && before?.status === 'AWAITING_AUTHORISATION' ? null : before;
  if (event.type === 'authorisation_required') return awaited(on);
  return { status: event.type === 'approved' ? 'APPROVED' : 'REJECTED', by: event.by, on };
}

/** The reason in the status history. */
export function reasonOf(event: DomainEvent): string | null {
  if (isApproval(event) && event.type === 'approved') return `Approved by ${event.by.name}.`;
  return 'reason' in event ? (event.reason as string) : null;
}
