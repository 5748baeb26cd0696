import type { ScreeningHit, ScreeningResult, ScreeningSubject } from '@corridor/screening';
import { type Aggregate, type Reference, existing, lifecycleOf, refuse } from '@corridor/kernel';

/**
 * One comparison of a subject with the lists, and the case that is opened if somebody has to decide (production.md §4).
 * It waits until the provider has responded, however long that takes.
 */
export const lifecycle = lifecycleOf('screening case', {
  request: { from: ['NEW'], event: 'requested', to: 'WAITING' },
  pass: { from: ['WAITING'], event: 'passed', to: 'PASSED' },
  open: { from: ['WAITING'], event: 'opened', to: 'OPEN' },
  assign: { from: ['OPEN', 'ASSIGNED'], event: 'assigned', to: 'ASSIGNED' },
  // Of what is blocked only a client can go on: everything else has ended.
  clear: { from: ['OPEN', 'ASSIGNED', 'BLOCKED'], event: 'cleared', to: 'CLEARED' },
  block: { from: ['OPEN', 'ASSIGNED'], event: 'blocked', to: 'BLOCKED' },
});

export type State = { readonly status: 'NEW' } | Screening;

interface Screening {
  readonly status: 'WAITING' | 'PASSED' | 'OPEN' | 'ASSIGNED' | 'CLEARED' | 'BLOCKED';
  readonly request: Request;
  /** Of the case. */
  readonly hits: readonly ScreeningHit[];
  readonly assignee: string | null;
}

export interface Request {
  readonly subject: ScreeningSubject;
  readonly client: Reference;
  /** Why somebody has to look at it, also without a hit. */
  readonly reviewReasons: readonly string[];
}

export type Event =
  | ({ readonly type: 'requested' } & Request)
  | ({ readonly type: 'passed' } & Undecided & Outcome)
  | ({ readonly type: 'opened' } & Outcome)
  | { readonly type: 'assigned'; readonly assignee: Reference }
  | { readonly type: 'noted'; readonly text: string }
  | ({
      readonly type: 'cleared';
      readonly reason: string;
      readonly hits: readonly ScreeningHit[];
    } & Undecided &
      Concerned)
  | ({ readonly type: 'blocked'; readonly reason: string } & Concerned);

/** Whom an outcome is about: every message says it. */
type Concerned = Pick<Request, 'subject' | 'client'>;

interface Undecided {
  /** Another case about the same record is open, or it is being compared again: it does not go on yet. */
  readonly isUndecided?: true;
}

const undecided = (is: boolean): Undecided => (is ? { isUndecided: true } : {});

/** `hits`: those that are not cleared already. */
type Outcome = Request & ScreeningResult;

export const screening: Aggregate<State, Event> = {
  name: 'screening',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'requested') {
      const { type: _, ...request } = event;
      return { status: lifecycle.statusAfter(event), request, hits: [], assignee: null };
    }
    const before = existing(state);
    switch (event.type) {
      case 'noted':
        return before;
      case 'opened':
        return { ...before, status: lifecycle.statusAfter(event), hits: event.hits };
      case 'assigned':
        return { ...before, status: lifecycle.statusAfter(event), assignee: event.assignee.id };
      default:
        return { ...before, status: lifecycle.statusAfter(event) };
    }
  },
};

export function request(state: State, requested: Request): Event[] {
  lifecycle.requireStatus(state, 'request');
  return [{ type: 'requested', ...requested }];
}

/** Nothing if it was requested before. */
export const requestOnce = (state: State, requested: Request): Event[] =>
  lifecycle.allows(state, 'request') ? request(state, requested) : [];

/**
 * The provider has responded. A repeated or late response changes nothing.
 * @param cleared hits that staff have cleared for the same party
 * @param isUndecided another case about the same record is open
 */
export function conclude(
  state: State,
  result: ScreeningResult,
  cleared: readonly ScreeningHit[],
  isUndecided: boolean,
): Event[] {
  if (!lifecycle.allows(state, 'open')) return [];
  const hits = unknownHits(result.hits, cleared);
  const { request: requested } = state;
  const outcome = { ...requested, listVersions: result.listVersions, hits };
  return hits.length > 0 || requested.reviewReasons.length > 0
    ? [{ type: 'opened', ...outcome }]
    : [{ type: 'passed', ...outcome, ...undecided(isUndecided) }];
}

/** Those that staff have not seen. */
export const unknownHits = (hits: readonly ScreeningHit[], known: readonly ScreeningHit[]): ScreeningHit[] =>
  hits.filter((hit) => !known.some((one) => isSame(one, hit)));

/** The same entry, which has not changed since: of the same version of the list, or matching in exactly the same way. */
const isSame = (one: ScreeningHit, other: ScreeningHit): boolean =>
  one.list === other.list &&
  one.entryId === other.entryId &&
  (one.listVersion === other.listVersion ||
    (one.name === other.name && one.score === other.score && one.explanation === other.explanation));

// -- Commands of staff.

export function assign(state: State, { assignee }: { readonly assignee: Reference }): Event[] {
  const { assignee: current } = decidable(state, 'assign');
  return current === assignee.id ? [] : [{ type: 'assigned', assignee }];
}

export function note(state: State, { text }: { readonly text: string }): Event[] {
  caseOf(state);
  return [{ type: 'noted', text }];
}

/**
 * The subject is somebody else. The same hits do not open another case. The block of a client ends also if another case about it is
 * open, which holds what it sends.
 */
export function clear(
  state: State,
  { reason, isUndecided }: { readonly reason: string; readonly isUndecided: boolean },
): Event[] {
  const {
    request: { subject, client },
    hits,
    status,
  } = decidable(state, 'clear');
  if (status === 'BLOCKED' && subject.type !== 'CLIENT')
    throw refuse('illegal_transition', 'The case is BLOCKED, and what it was about has ended.');
  const waits = undecided(isUndecided && status !== 'BLOCKED');
  return [{ type: 'cleared', reason, subject, client, hits, ...waits }];
}

/** @param reason for staff: the client sees a neutral one */
export function block(state: State, { reason }: { readonly reason: string }): Event[] {
  const {
    request: { subject, client },
  } = decidable(state, 'block');
  return [{ type: 'blocked', reason, subject, client }];
}

/** @throws Refusal `not_found` for what no person had to decide */
function caseOf(state: State): Screening {
  if (state.status === 'NEW' || state.status === 'WAITING' || state.status === 'PASSED')
    throw refuse('not_found');
  return state;
}

const decidable = (state: State, command: 'assign' | 'clear' | 'block'): Screening =>
  lifecycle.requireStatus(caseOf(state), command);
