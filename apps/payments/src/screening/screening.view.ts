import { type ScreeningCaseResource, operatorCollections } from '@corridor/payments-contract';
import type { Projection, ReadModel, Recorded, View } from '@corridor/event-store';
import { searchable } from '@corridor/search';
import { type Event, lifecycle } from './screening.js';
import { partyOf } from './subjects.js';

/** A case, from when it is opened: what passes is nobody's work. */
export const screeningCases: View<ScreeningCaseResource, Event> & ReadModel = {
  table: 'screening_case',
  searchable: searchable(operatorCollections.screeningCases),
  columns: {
    id: 'id',
    status: 'status',
    kind: 'kind',
    'client.id': 'of_client',
    'subject.id': 'subject_id',
    openedOn: 'created_on',
  },
  project(row, recorded) {
    if (recorded.event.type === 'opened') return opened(recorded.event, recorded);
    return row && { ...row, ...changed(row, recorded) };
  },
};

function opened(
  { subject, client, hits, reviewReasons, listVersions }: Event & { type: 'opened' },
  { streamId, occurredOn }: Recorded<Event>,
): ScreeningCaseResource {
  const { clientId: _, ...screened } = subject;
  return {
    id: streamId,
    kind: hits.length > 0 ? 'HIT' : 'REVIEW',
    status: 'OPEN',
    client,
    subject: screened,
    hits,
    reviewReasons,
    listVersions,
    assignee: null,
    notes: [],
    history: [{ status: 'OPEN', reason: null, by: null, on: occurredOn }],
    openedOn: occurredOn,
  };
}

function changed(
  { notes, history }: ScreeningCaseResource,
  { event, caller: { user: by }, occurredOn: on }: Recorded<Event>,
): Partial<ScreeningCaseResource> {
  if (event.type === 'noted') return { notes: [...notes, { text: event.text, by, on }] };
  const status = lifecycle.statusAfter(event) as ScreeningCaseResource['status'];
  const reason = 'reason' in event ? event.reason : null;
  return {
    status,
    ...(event.type === 'assigned' && { assignee: event.assignee }),
    history: [...history, { status, reason, by, on }],
  };
}

/** The latest comparison of each subject, and the hits that staff have cleared. */
export const keepScreening: Projection<Event> = (sql, recorded) => {
  for (const { streamId, event, caller, occurredOn } of recorded)
    switch (event.type) {
      case 'requested':
        sql.write(
          `INSERT INTO screening (subject_id, screening_id, party, subject, status, requested_on, caller)
           VALUES ($1, $2, $3, $4, 'WAITING', $5, $6)
           ON CONFLICT (subject_id) DO UPDATE SET
             screening_id = excluded.screening_id, party = excluded.party, subject = excluded.subject,
             status = excluded.status, requested_on = excluded.requested_on, caller = excluded.caller,
             concluded_on = NULL, attempts = 0, failure = NULL, due_on = excluded.due_on`,
          [
            event.subject.id,
            streamId,
            partyOf(event.subject),
            JSON.stringify(event.subject),
            occurredOn,
            JSON.stringify(caller),
          ],
        );
        break;
      case 'passed':
      case 'opened':
      case 'blocked':
        sql.write(CONCLUDED, [streamId, lifecycle.statusAfter(event), occurredOn]);
        break;
      case 'cleared':
        sql.write(CONCLUDED, [streamId, 'CLEARED', occurredOn]);
        sql.write(
          `INSERT INTO cleared_hit (party, list, entry_id, hit, screening_id)
           SELECT $1, hit ->> 'list', hit ->> 'entryId', hit, $2 FROM json_array_elements($3::json) AS hit
           ON CONFLICT (party, list, entry_id) DO UPDATE SET hit = excluded.hit, screening_id = excluded.screening_id`,
          [partyOf(event.subject), streamId, JSON.stringify(event.hits)],
        );
        break;
      default:
    }
};

/** A case that was opened for an earlier comparison says nothing about the latest one. */
const CONCLUDED = `UPDATE screening SET status = $2, concluded_on = $3 WHERE screening_id = $1`;
