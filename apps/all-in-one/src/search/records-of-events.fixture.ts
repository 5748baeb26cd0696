import { type Recorded, type SqlTransaction, type StoredEvent, eventOf } from '@corridor/event-store';
import { type Caller, type DomainEvent, decodeJson } from '@corridor/kernel';
import type { RunningService } from '@corridor/platform';

/** Records by their table and id. */
export type Records = Map<string, Map<string, any>>;

/**
 * All public records, derived from the log only: every event of a service is folded again through its views and
 * projections, from the first one on.
 */
export async function recordsOfEvents({ service, db }: RunningService, records: Records): Promise<void> {
  const memory = new MemorySql(records);
  const { rows } = await db.pool.query<Logged>(
    `SELECT e.stream_id AS "streamId", e.version, e.data::text, e.schema_version AS "schemaVersion",
       e.caller::text, s.kind,
       to_char(e.occurred_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS "occurredOn"
     FROM events e JOIN streams s USING (stream_id) ORDER BY e.position`,
  );
  for (const { streamId, version, caller, kind, occurredOn, ...stored } of rows) {
    const registration = service.registrations.find(({ aggregate }) => aggregate.name === kind);
    if (!registration) continue;
    const recorded: Recorded<DomainEvent> = {
      streamId,
      version,
      occurredOn,
      caller: decodeJson<Caller>(caller),
      event: eventOf<DomainEvent>(registration.aggregate, stored),
    };
    const { view, projections = [], reads } = registration;
    if (view) {
      const table = memory.table(view.table);
      const row: unknown = view.project(table.get(streamId) ?? null, recorded as never);
      if (row) table.set(streamId, row);
    }
    const related = reads ? memory.table(reads.table) : new Map();
    for (const project of projections) await project(memory, [recorded as never], related);
  }
}

interface Logged extends StoredEvent {
  readonly streamId: string;
  readonly version: number;
  readonly caller: string;
  readonly kind: string;
  readonly occurredOn: string;
}

/** The subset of a database that projections need to write a record. */
class MemorySql implements SqlTransaction {
  constructor(private readonly records: Records) {}

  table(name: string): Map<string, any> {
    const table = this.records.get(name) ?? new Map<string, any>();
    this.records.set(name, table);
    return table;
  }

  write(text: string, values: readonly unknown[] = []): void {
    const [, shortened, status] =
      /^DELETE FROM (\w+) WHERE id = ANY.* AND status = '(\w+)'$/.exec(text) ?? [];
    if (shortened)
      for (const id of values[0] as string[])
        if (this.table(shortened).get(id)?.status === status) this.table(shortened).delete(id);
    const [, written] = /^INSERT INTO (\w+) \(id, client_id, created_on, data/.exec(text) ?? [];
    if (!written) return;
    const [ids, , , data] = values.map((value) => [value].flat());
    ids?.forEach((id, i) => this.table(written).set(String(id), JSON.parse(String(data?.[i]))));
  }

  query(text: string): Promise<never> {
    throw new Error(`a projection has to declare what it reads: ${text}`);
  }
}
