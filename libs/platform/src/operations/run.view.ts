import type { AnyRegistration, Projection, Registration, View } from '@corridor/event-store';
import type { RunResource } from '@corridor/services';
import { type RunEvent, run, statusAfter } from './run.js';

export const runs: View<RunResource, RunEvent> = {
  table: run.name,
  project(row, { streamId: id, occurredOn, event }) {
    const status = statusAfter(event);
    if (event.type === 'requested') {
      const { type: _, ...request } = event;
      const isDone = status === 'DONE';
      return {
        id,
        ...request,
        status,
        done: 0,
        ratePerSecond: null,
        secondsLeft: null,
        result: null,
        error: null,
        requestedOn: occurredOn,
        endedOn: isDone ? occurredOn : null,
      };
    }
    if (row === null) return null;
    const { result = null, error = null } = event as { result?: string; error?: string };
    return { ...row, status, result, error, endedOn: occurredOn };
  },
};

/** How far a run is changes without events. */
const projectProgress: Projection<RunEvent> = (sql, recorded) => {
  for (const { streamId, event } of recorded) {
    if (event.type === 'requested' && !event.dryRun)
      sql.write('INSERT INTO run_progress (run_id, kind) VALUES ($1, $2)', [streamId, event.kind]);
    if (event.type !== 'requested')
      sql.write('UPDATE run_progress SET ended_on = now(), holder = NULL WHERE run_id = $1', [streamId]);
  }
};

const registration: Registration<ReturnType<typeof run.evolve>, RunEvent, RunResource> = {
  aggregate: run,
  view: runs,
  projections: [projectProgress],
};

/** What every service registers beside its own aggregates. */
export const runRegistrations: readonly AnyRegistration[] = [registration];
