import { NOT_PAYABLE, type ScreeningOutcome } from '../screening/outcome.js';
import { type Event, type State, acknowledge, lifecycle, reject } from './payment-instruction.js';

/**
 * While a case is open the instruction stays as it is: PENDING, so the client may cancel it. One that has ended
 * meanwhile is not affected. @throws Refusal `step_in_progress` if it is blocked during a step
 */
export function screened(state: State, outcome: ScreeningOutcome): Event[] {
  if (outcome === 'cleared') return lifecycle.whenResting('acknowledge', acknowledge)(state);
  return outcome === 'blocked' && lifecycle.allows(state, 'reject')
    ? reject(state, { reason: NOT_PAYABLE })
    : [];
}
