import { type Aggregate, type Reference, refuse } from '@corridor/kernel';
import type { RunArguments } from './run-kind.js';

/** Long work that a member of staff has started (ADR 83). */
export type RunStatus = 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';

export interface RunRequest {
  readonly service: string;
  readonly kind: string;
  readonly arguments: RunArguments;
  readonly dryRun: boolean;
  readonly effect: string;
  readonly total: number | null;
  readonly requestedBy: Reference | null;
}

export type RunEvent =
  | ({ readonly type: 'requested' } & RunRequest)
  | { readonly type: 'cancelled' }
  | { readonly type: 'done'; readonly result: string }
  | { readonly type: 'failed'; readonly error: string };

interface Run {
  readonly status: RunStatus | null;
}

export const run: Aggregate<Run, RunEvent> = {
  name: 'operations_run',
  stateVersion: 1,
  initial: { status: null },
  evolve: (_, event) => ({ status: statusAfter(event) }),
};

export function statusAfter(event: RunEvent): RunStatus {
  if (event.type === 'requested') return event.dryRun ? 'DONE' : 'RUNNING';
  return { cancelled: 'CANCELLED', done: 'DONE', failed: 'FAILED' }[event.type] as RunStatus;
}

/** A dry run is done at once: its effect says what would happen. */
export const requestRun = (request: RunRequest) => (): RunEvent[] => [{ type: 'requested', ...request }];

/** One that has ended stays as it is. */
export function cancelRun({ status }: Run): RunEvent[] {
  if (status === null) throw refuse('not_found');
  return status === 'RUNNING' ? [{ type: 'cancelled' }] : [];
}

/** One that was cancelled meanwhile stays so. */
export const endRun =
  (end: Extract<RunEvent, { type: 'done' | 'failed' }>) =>
  ({ status }: Run): RunEvent[] =>
    status === 'RUNNING' ? [end] : [];
