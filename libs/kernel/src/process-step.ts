import { type EventIn, type Lifecycle, type Transitions, existing } from './lifecycle.js';
import { type ProblemCode, type Refusal, refuse } from './refusal.js';

/**
 * A step that a command begins and another service completes. While it is in flight the record accepts no other
 * command; a declined step leaves the status unchanged.
 */
export interface ProcessStep<Command extends string = string> {
  readonly command: Command;
}

/** The part of a state that describes the step in flight. */
export interface Process<Step extends ProcessStep = ProcessStep> {
  readonly step: Step | null;
  /** Why the last step was declined; null while one is in flight and after one succeeded. */
  readonly declined: ProblemCode | null;
}

export const atRest: Process<never> = { step: null, declined: null };

export const stepBegun = <const Step extends ProcessStep>(step: Step): Process<Step> => ({
  step,
  declined: null,
});

export const stepDeclined = (reason: ProblemCode): Process<never> => ({ step: null, declined: reason });

/** The state change by the event that completes a command: the new status, and no step in flight. */
export const reached = <Table extends Transitions, Type extends EventIn<Table>>(
  lifecycle: Lifecycle<Table>,
  event: { readonly type: Type },
) => ({ status: lifecycle.statusAfter(event), ...atRest });

/** The outcome of a command that other services have to complete. */
export type Outcome = 'pending' | 'done' | Refusal;

/** For a caller that waits for the step begun by a command. */
export function outcomeOf(
  state: { readonly status: 'NEW' } | (Process & { readonly status: string }),
): Outcome {
  const { step, declined } = existing(state);
  if (step) return 'pending';
  return declined ? refuse(declined) : 'done';
}
