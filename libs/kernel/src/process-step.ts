import { type EventIn, type Lifecycle, type Transitions, existing } from './lifecycle.js';
import { type ProblemCode, type Refusal, refuse } from './refusal.js';

/**
 * A step that a command has begun and another service completes. While it is in flight the record takes no other
 * command; a step that is declined leaves the status where it was.
 */
export interface ProcessStep<Command extends string = string> {
  readonly command: Command;
}

/** The part of a state that knows about steps. */
export interface Process<Step extends ProcessStep = ProcessStep> {
  readonly step: Step | null;
  /** Why the last step ended without effect; null while one is in flight and after one succeeded. */
  readonly declined: ProblemCode | null;
}

export const atRest: Process<never> = { step: null, declined: null };

export const stepBegun = <const Step extends ProcessStep>(step: Step): Process<Step> => ({
  step,
  declined: null,
});

export const stepDeclined = (reason: ProblemCode): Process<never> => ({ step: null, declined: reason });

/** What the event that completes a command does to the state: the status moves, and no step is in flight any more. */
export const reached = <Table extends Transitions, Type extends EventIn<Table>>(
  lifecycle: Lifecycle<Table>,
  event: { readonly type: Type },
) => ({ status: lifecycle.statusAfter(event), ...atRest });

/** What has become of a command that other services have to complete. */
export type Outcome = 'pending' | 'done' | Refusal;

/** For the caller who waits for the step that a command began. */
export function outcomeOf(
  state: { readonly status: 'NEW' } | (Process & { readonly status: string }),
): Outcome {
  const { step, declined } = existing(state);
  if (step) return 'pending';
  return declined ? refuse(declined) : 'done';
}
