import { NOT_PAYABLE, type ScreeningOutcome, UNDER_REVIEW } from '../screening/outcome.js';
import { type Event, type State, authorise, fail, lifecycle, release, suspend } from './payment.js';

/**
 * A payment without an instruction can be sent once it is cleared, is SUSPENDED while a case is open, and fails without
 * a deduction if it is blocked. One that waits for a checker, is sent or has ended meanwhile is not affected.
 */
export function screened(state: State, outcome: ScreeningOutcome): Event[] {
  if (state.status === 'DRAFT')
    return state.subStatus === 'NEW' ? [...authorise(state), ...whenNew[outcome]] : [];
  if (state.status !== 'READY_TO_SEND') return [];
  if (outcome === 'cleared') return lifecycle.whenResting('release', release)(state);
  if (outcome === 'blocked') return fail(state, { reason: NOT_PAYABLE, deduction: null });
  return lifecycle.whenResting('suspend', suspend, { reason: UNDER_REVIEW })(state);
}

const whenNew: Readonly<Record<ScreeningOutcome, readonly Event[]>> = {
  cleared: [],
  held: [{ type: 'suspended', reason: UNDER_REVIEW }],
  blocked: [{ type: 'failed', reason: NOT_PAYABLE, returned: null, conversionId: null }],
};
