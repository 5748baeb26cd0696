import type { ApprovalKind, ApprovalResource } from '@corridor/gateway-contract';
import { type Aggregate, type Reference, type Timestamp, refuse } from '@corridor/kernel';

/** A command of a member of staff that takes effect when a second person approves it (production.md §2). */
export interface Approval {
  readonly status: 'NEW' | ApprovalResource['status'];
  /** Null until it is asked for. */
  readonly asked: Asked | null;
  readonly approvedBy: Reference | null;
  readonly outcome: Outcome | null;
}

export interface Asked {
  readonly kind: ApprovalKind;
  readonly effect: string;
  /** What it would change when it is executed must have the same; missing in earlier events. */
  readonly effectDigest?: string;
  readonly reason: string | null;
  readonly operation: string;
  readonly method: ApprovalResource['method'];
  readonly path: string;
  /** Without fields that nobody may see. */
  readonly body: object | null;
  /** The JSON of the whole body, encrypted; null if everybody may see it. */
  readonly sealed: string | null;
  readonly permission: string;
  readonly askedBy: Reference;
  readonly askedWithKey: string | null;
  readonly expiresOn: Timestamp;
  /** Of the request, for the one that is sent again. */
  readonly requestId: string;
  readonly traceparent: string;
}

/** The response to the command when it was sent again. */
export interface Outcome {
  readonly succeeded: boolean;
  /** Of HTTP. */
  readonly status: number;
  readonly response: object | null;
  readonly problem: object | null;
}

/** Who decides. */
export interface Decider {
  readonly by: Reference;
  readonly permissions: readonly string[];
  readonly at: Timestamp;
}

export type ApprovalEvent =
  | ({ readonly type: 'asked' } & Asked)
  | { readonly type: 'approved'; readonly by: Reference }
  | { readonly type: 'rejected'; readonly by: Reference; readonly reason: string }
  | { readonly type: 'expired' }
  | ({ readonly type: 'carried_out' } & Outcome);

export const approval: Aggregate<Approval, ApprovalEvent> = {
  name: 'approval',
  stateVersion: 1,
  initial: { status: 'NEW', asked: null, approvedBy: null, outcome: null },
  evolve(state, event) {
    switch (event.type) {
      case 'asked': {
        const { type: _, ...asked } = event;
        return { ...state, status: 'AWAITING_APPROVAL', asked };
      }
      case 'approved':
        return { ...state, status: 'APPROVED', approvedBy: event.by };
      case 'rejected':
        return { ...state, status: 'REJECTED' };
      case 'expired':
        return { ...state, status: 'EXPIRED' };
      case 'carried_out': {
        const { type: _, ...outcome } = event;
        return { ...state, outcome };
      }
    }
  },
};

export function ask({ status }: Approval, asked: Asked): ApprovalEvent[] {
  if (status !== 'NEW') throw refuse('already_exists');
  return [{ type: 'asked', ...asked }];
}

/** @throws Refusal second_person_required for the one who asked */
export function approve(state: Approval, decider: Decider): ApprovalEvent[] {
  const { askedBy, permission } = awaiting(state, decider);
  if (askedBy.id === decider.by.id) throw refuse('second_person_required');
  mayDecide(decider, permission);
  return [{ type: 'approved', by: decider.by }];
}

/** Who asked for it can withdraw it so. */
export function reject(state: Approval, decider: Decider & { readonly reason: string }): ApprovalEvent[] {
  const { askedBy, permission } = awaiting(state, decider);
  if (askedBy.id !== decider.by.id) mayDecide(decider, permission);
  return [{ type: 'rejected', by: decider.by, reason: decider.reason }];
}

export function expire({ status, asked }: Approval, { at }: Pick<Decider, 'at'>): ApprovalEvent[] {
  return status === 'AWAITING_APPROVAL' && asked && asked.expiresOn <= at ? [{ type: 'expired' }] : [];
}

/**
 * Records the response to the command. The first one counts: but if an attempt was refused while another one, with the same idempotency
 * key, succeeded, then the command has taken effect.
 */
export function carriedOut({ status, outcome: known }: Approval, outcome: Outcome): ApprovalEvent[] {
  if (status !== 'APPROVED' || known?.succeeded || (known && !outcome.succeeded)) return [];
  return [{ type: 'carried_out', ...outcome }];
}

function awaiting({ status, asked }: Approval, { at }: Decider): Asked {
  if (!asked) throw refuse('not_found');
  if (status !== 'AWAITING_APPROVAL') throw refuse('illegal_transition', `The approval is ${status}.`);
  if (asked.expiresOn <= at) throw refuse('illegal_transition', 'The approval is EXPIRED.');
  return asked;
}

function mayDecide({ permissions }: Decider, permission: string): void {
  if (!permissions.includes(permission))
    throw refuse('permission_required', `The command needs ${permission}, and so does its approval.`, {
      requiredPermission: permission,
    });
}
