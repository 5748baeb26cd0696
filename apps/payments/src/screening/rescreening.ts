import type { ReadModel, Registration, View } from '@corridor/event-store';
import { type Aggregate, lifecycleOf } from '@corridor/kernel';
import { type RescreeningResource, operatorCollections } from '@corridor/payments-contract';
import { searchable } from '@corridor/search';

/**
 * All current subjects are compared again, in pages in the order of their ids. Its position is in its stream, so any process
 * can continue it.
 */
export const lifecycle = lifecycleOf('rescreening', {
  start: { from: ['NEW'], event: 'started', to: 'RUNNING' },
  pause: { from: ['RUNNING'], event: 'paused', to: 'PAUSED' },
  resume: { from: ['PAUSED'], event: 'resumed', to: 'RUNNING' },
  finish: { from: ['RUNNING', 'PAUSED'], event: 'finished', to: 'FINISHED' },
});

/** What one page adds. */
export interface Page {
  readonly listVersions: readonly string[];
  readonly done: number;
  readonly compared: number;
  readonly hits: number;
  /** Of its last subject. */
  readonly position: string;
}

export type Event =
  | { readonly type: 'started'; readonly listVersions: readonly string[]; readonly total: number }
  | ({ readonly type: 'advanced' } & Page)
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | { readonly type: 'finished'; readonly reason: string | null };

export interface State {
  readonly status: 'NEW' | RescreeningResource['status'];
  readonly position: string | null;
}

export const rescreening: Aggregate<State, Event> = {
  name: 'rescreening',
  stateVersion: 1,
  initial: { status: 'NEW', position: null },
  evolve: (state, event) =>
    event.type === 'advanced'
      ? { ...state, position: event.position }
      : { ...state, status: lifecycle.statusAfter(event) },
};

export function start(state: State, started: { listVersions: readonly string[]; total: number }): Event[] {
  lifecycle.requireStatus(state, 'start');
  return [{ type: 'started', ...started }];
}

export function pause(state: State): Event[] {
  lifecycle.requireStatus(state, 'pause');
  return [{ type: 'paused' }];
}

export function resume(state: State): Event[] {
  lifecycle.requireStatus(state, 'resume');
  return [{ type: 'resumed' }];
}

/** Nothing if staff have resumed it meanwhile. */
export const endPause = (state: State): Event[] => (lifecycle.allows(state, 'resume') ? resume(state) : []);

/**
 * Nothing if it was paused meanwhile, or another process has compared the same page.
 * @param after the position at which the page begins
 * @param page null after the last one
 */
export function advance(state: State, after: string | null, page: Page | null): Event[] {
  if (state.status !== 'RUNNING' || state.position !== after) return [];
  return [page ? { type: 'advanced', ...page } : { type: 'finished', reason: null }];
}

/** Something newer compares the same subjects. Nothing if it has finished. */
export const replace = (state: State, reason: string): Event[] =>
  lifecycle.allows(state, 'finish') ? [{ type: 'finished', reason }] : [];

export const rescreeningView: View<RescreeningResource, Event> & ReadModel = {
  table: rescreening.name,
  searchable: searchable(operatorCollections.rescreenings),
  columns: { id: 'id', startedOn: 'created_on' },
  project(row, { streamId: id, occurredOn, caller, event }) {
    if (event.type === 'started')
      return {
        id,
        status: 'RUNNING',
        statusReason: null,
        listVersions: [...event.listVersions],
        total: event.total,
        ...{ done: 0, compared: 0, hits: 0, position: null },
        startedBy: caller.user,
        ...{ startedOn: occurredOn, advancedOn: occurredOn, finishedOn: null },
      };
    if (!row) return null;
    const advanced = { ...row, advancedOn: occurredOn };
    if (event.type === 'advanced')
      return {
        ...advanced,
        listVersions: [...new Set([...row.listVersions, ...event.listVersions])],
        total: Math.max(row.total, row.done + event.done),
        done: row.done + event.done,
        compared: row.compared + event.compared,
        hits: row.hits + event.hits,
        position: event.position,
      };
    const status = lifecycle.statusAfter(event) as RescreeningResource['status'];
    return event.type === 'finished'
      ? { ...advanced, status, statusReason: event.reason, finishedOn: occurredOn }
      : { ...advanced, status };
  },
};

export const rescreenings: Registration<State, Event, RescreeningResource> = {
  aggregate: rescreening,
  view: rescreeningView,
  publish: () => null,
};
