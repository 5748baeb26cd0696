import type { ReadModel, Registration } from '@corridor/event-store';
import { type Aggregate, refuse } from '@corridor/kernel';
import { type ScreeningListResource, operatorCollections } from '@corridor/payments-contract';
import { searchable } from '@corridor/search';

/** The import of a version of a sanctions list: requested by staff, done by the job, refused whole or imported whole. */

/** What does not change by itself. */
export type StoredImport = Omit<ScreeningListResource, 'isCurrent' | 'ageDays'>;

type Requested = Pick<ScreeningListResource, 'list' | 'files' | 'force'> & {
  /** Of the files that a second person has approved; missing if nobody had to. */
  readonly checksum?: string;
};
type Imported = Pick<ScreeningListResource, 'publishedOn'> & {
  readonly version: string;
  readonly checksum: string;
  readonly counts: NonNullable<ScreeningListResource['counts']>;
};

export type Event =
  | ({ readonly type: 'requested' } & Requested)
  | ({ readonly type: 'imported' } & Imported)
  | { readonly type: 'refused'; readonly reason: string };

export interface State {
  readonly status: 'NEW' | ScreeningListResource['status'];
}

const statusAfter = { requested: 'REQUESTED', imported: 'IMPORTED', refused: 'REFUSED' } as const;

export const listImport: Aggregate<State, Event> = {
  name: 'screening_list',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, event) => ({ status: statusAfter[event.type] }),
};

export const request = (requested: Requested) => (): Event[] => [{ type: 'requested', ...requested }];

/** Nothing if another process was faster. */
export const finish =
  (event: Exclude<Event, { type: 'requested' }>) =>
  ({ status }: State): Event[] => {
    if (status === 'NEW') throw refuse('not_found');
    return status === 'REQUESTED' ? [event] : [];
  };

/** As staff see it: a view, because its age and whether it is current change without an event. */
export const screeningLists: ReadModel = {
  table: 'screening_list_record',
  searchable: searchable(operatorCollections.screeningLists),
  columns: { id: 'id', requestedOn: 'created_on' },
};

export const listImports: Registration<State, Event, StoredImport> = {
  aggregate: listImport,
  view: {
    table: listImport.name,
    project(row, { streamId: id, occurredOn, event: { type, ...event } }) {
      if (type === 'requested')
        return {
          id,
          ...(event as Requested),
          status: 'REQUESTED',
          statusReason: null,
          version: null,
          publishedOn: null,
          checksum: (event as Requested).checksum ?? null,
          counts: null,
          requestedOn: occurredOn,
          finishedOn: null,
        };
      if (!row) return null;
      const statusReason = 'reason' in event ? event.reason : null;
      const imported = type === 'imported' ? (event as Imported) : {};
      return { ...row, ...imported, status: statusAfter[type], statusReason, finishedOn: occurredOn };
    },
  },
  publish: () => null,
};
