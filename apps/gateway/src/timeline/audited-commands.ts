import { Database } from '@corridor/event-store';
import type { AuditedCommandResource } from '@corridor/gateway-contract';
import { OPERATOR } from '@corridor/http';
import { Injectable } from '@nestjs/common';
import { type IndexedEvent, isLikeAnId } from './indexed-event.js';

const found = (condition: string, most: number) =>
  `LATERAL (SELECT id, record_id, request_id, data ->> 'approvalId' AS approval_id FROM audited_command
     WHERE client_id = $4 AND ${condition} ORDER BY created_on DESC, id DESC LIMIT ${most})`;

/** So many commands have to do with one approval, at most: asked, decided, executed. */
const OF_APPROVAL = 10;

/**
 * The last commands about some records, $1, of a request, $2, and of staff with a trace, $3. With a command that two people have made come
 * those of both, whichever of them is found.
 */
export const FIND_COMMANDS = (most: number): string => `WITH found AS (
    SELECT one.* FROM unnest($1::text[]) AS wanted (reference) CROSS JOIN ${found('record_id = wanted.reference', most)} AS one
    UNION ALL SELECT one.* FROM ${found('request_id = $2', most)} AS one
    UNION ALL SELECT one.* FROM ${found("of_client IS NULL AND by_id IS NOT NULL AND data ->> 'traceId' = $3", most)} AS one
  ), approved AS (
    SELECT one.* FROM (SELECT DISTINCT approval_id FROM found WHERE approval_id IS NOT NULL) AS of
    CROSS JOIN ${found('record_id = of.approval_id', OF_APPROVAL)} AS one
    UNION ALL
    SELECT one.* FROM (SELECT DISTINCT record_id, request_id FROM found WHERE record_id LIKE 'apr\\_%') AS of
    CROSS JOIN ${found("request_id = of.request_id AND data ->> 'approvalId' = of.record_id", OF_APPROVAL)} AS one
  )
  SELECT data FROM audited_command WHERE id IN (SELECT id FROM found UNION SELECT id FROM approved)
  ORDER BY created_on DESC, id DESC LIMIT ${most}`;

/**
 * What staff and clients have asked for. Many commands, such as a new password or a hedge, change what only one service has, and no
 * message tells of them.
 */
@Injectable()
export class AuditedCommands {
  constructor(private readonly database: Database) {}

  /** @param id of a record, a request or a trace @param records whose story it is */
  async about(id: string, records: readonly string[], most: number): Promise<AuditedCommandResource[]> {
    const ofNoRecord = isLikeAnId(id) ? null : id; // a client chooses the id of its request
    const rows = await this.database.query<{ data: AuditedCommandResource }>(FIND_COMMANDS(most), [
      records,
      ofNoRecord,
      ofNoRecord,
      OPERATOR.id,
    ]);
    return rows.map(({ data }) => data);
  }
}

/** As one of a timeline. */
export const asEvent = (command: AuditedCommandResource): IndexedEvent => ({
  ...{ source: 'gateway', messageId: command.id, streamId: command.id, version: 1 },
  type: `command.${command.operation ?? 'unknown'}`,
  occurredOn: command.on,
  clientId: command.client?.id ?? OPERATOR.id,
  ...{ correlationId: command.requestId, causationId: null, traceId: command.traceId },
  actor: command.by && {
    type: command.by.id.startsWith('cu_') ? 'USER' : 'STAFF',
    ...{ id: command.by.id, name: command.by.name, withApiKey: command.apiKeyId, approvedBy: null },
  },
  summary: `The command ${command.operation ?? `${command.method} ${command.path}`} ${outcomeOf(command)}.`,
  recordIds: [command.recordId, command.approvalId].filter((one) => one !== null),
  money: { amounts: [], postings: [], bankMessage: null },
  record: null,
});

function outcomeOf({ outcome, status, problem }: AuditedCommandResource): string {
  const why = [status, problem].filter((one) => one !== null).join(' ');
  switch (outcome) {
    case 'BEGUN':
      return 'was begun, and its outcome is not known';
    case 'SUCCEEDED':
      return 'was executed';
    case 'AWAITING_APPROVAL':
      return 'waits for a second person';
    case 'REFUSED':
      return `was refused (${why})`;
    case 'FAILED':
      return `failed (${why})`;
  }
}

/** What has no other cause was caused by the command of its request that was executed. */
export function causedByCommands(
  events: readonly IndexedEvent[],
  commands: readonly AuditedCommandResource[],
): IndexedEvent[] {
  const executed = commands.filter(({ outcome }) => outcome === 'SUCCEEDED');
  const byRequest = new Map(executed.map(({ requestId, id }) => [requestId, id]));
  return events.map((event) => ({
    ...event,
    causationId: event.causationId ?? byRequest.get(event.correlationId) ?? null,
  }));
}
