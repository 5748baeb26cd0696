import { Database } from '@corridor/event-store';
import type { TimelineEventResource, TimelineResource } from '@corridor/gateway-contract';
import { isStorable } from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { AuditedCommands, asEvent, causedByCommands } from './audited-commands.js';
import { inCausalOrder } from './causal-order.js';
import type { IndexedEvent } from './indexed-event.js';
import { Notifications } from './notifications.js';
import { mayRead } from './readable.js';
import { lastFactsOf, whereTheMoneyIs } from './where-the-money-is.js';

/** The events of one timeline: a page that a person can still read. */
export const MOST_EVENTS = 500;
/** Among so many last events under a reference are those of a client: many clients may have chosen one id for their requests. */
export const MOST_READ = 5_000;
/** The records whose events belong to one story, or about which there are notifications in it. */
const MOST_RECORDS = 20;
/** From an instruction to its conversion and payment, and from those to their other records. */
const ROUNDS = 3;

/** Of these records the whole story is told: money goes from one to the next. */
const STORY = /^(pi|pmt|con|if)_/;
/** Of these only what names them: a wallet or a beneficiary has part in many stories. */
const ALONE = /^(wal|ben|bss|ca|lfa|cli|lst)_/;
/** About webhook events of these there are notifications. */
const NOTIFIED = /^(pi|pmt|con|if|txn)_/;

/** Records that clients can read. */
const OF_CLIENT = /^(pi|pmt|con|quo|if|txn|wal|ben|bss|ca|lfa|whs|whn)_/;

/** A client reads in its instruction why that is not filled. */
const mayKnow = (caller: Caller, { type, record }: IndexedEvent): boolean =>
  mayRead(caller, record?.declined ? 'payment_instruction' : type);

/**
 * The events under some references, the last ones, each once. Whatever a reference is, no more of its entries are read than a
 * timeline shows, or, to find those of one client, than {@link MOST_READ}.
 */
export const FIND = `SELECT e.source, e.message_id AS "messageId", e.stream_id AS "streamId", e.version, e.type,
    e.occurred_on AS "occurredOn", e.client_id AS "clientId", e.correlation_id AS "correlationId",
    e.causation_id AS "causationId", e.trace_id AS "traceId", e.actor, e.summary, e.record_ids AS "recordIds", e.money, e.record
  FROM (
    SELECT DISTINCT occurred_on, seq FROM unnest($1::text[]) AS wanted (reference)
    CROSS JOIN LATERAL (
      SELECT occurred_on, seq FROM (
        SELECT occurred_on, seq, client_id FROM timeline_reference AS r
        WHERE r.reference = wanted.reference
        ORDER BY occurred_on DESC, seq DESC LIMIT ${MOST_READ}
      ) AS entry
      WHERE $2::text IS NULL OR client_id = $2
      ORDER BY occurred_on DESC, seq DESC LIMIT ${MOST_EVENTS + 1}
    ) AS found
    ORDER BY occurred_on DESC, seq DESC LIMIT ${MOST_EVENTS + 1}
  ) AS last JOIN timeline_event AS e USING (seq)
  ORDER BY e.occurred_on DESC, e.seq DESC`;

interface Found {
  readonly events: readonly IndexedEvent[];
  readonly isComplete: boolean;
  /** Whose story it is. */
  readonly records: readonly string[];
}

/** What happened to a record, or because of a request, across all services (production.md §8). */
@Injectable()
export class Timelines {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly commands: AuditedCommands,
  ) {}

  /** For staff. @throws Refusal not_found */
  async ofAnybody(id: string, caller: Caller): Promise<TimelineResource> {
    return this.tell(id, await this.withCommands(id, await this.find(id, null)), caller, true);
  }

  /** What the client may see of it. @throws Refusal not_found, also for what belongs to another client */
  async ofClient(id: string, caller: Caller): Promise<TimelineResource> {
    return this.tell(id, await this.find(id, caller.client.id), caller, false);
  }

  private async withCommands(id: string, { events, isComplete, records }: Found): Promise<Found> {
    const commands = await this.commands.about(id, records, MOST_EVENTS + 1);
    const all = [...causedByCommands(events, commands), ...commands.map(asEvent)].toSorted((a, b) =>
      a.occurredOn < b.occurredOn ? 1 : a.occurredOn > b.occurredOn ? -1 : 0,
    );
    return {
      events: all.slice(0, MOST_EVENTS),
      isComplete: isComplete && all.length <= MOST_EVENTS,
      records,
    };
  }

  private async tell(id: string, { events, isComplete }: Found, caller: Caller, isForStaff: boolean) {
    const ordered = inCausalOrder(events);
    const visible = isForStaff ? ordered : ordered.filter(({ type }) => mayRead(caller, type));
    if (visible.length === 0) throw refuse('not_found');
    const causes = causesAmong(ordered, new Set(visible));
    const facts = lastFactsOf(isForStaff ? ordered : ordered.filter((event) => mayKnow(caller, event)));
    return {
      id,
      whereTheMoneyIs: ALONE.test(id) ? null : whereTheMoneyIs(id, facts),
      events: visible.map((event) => shownEvent(event, causes(event), isForStaff)),
      isComplete,
      notifications: await this.notificationsAbout(visible, caller),
    };
  }

  /** Each record belongs to one client; a request of staff can concern records of several. */
  private async notificationsAbout(events: readonly IndexedEvent[], caller: Caller) {
    const owners = new Map(
      events.flatMap(({ record, clientId }) =>
        record && NOTIFIED.test(record.id) ? [[record.id, clientId] as const] : [],
      ),
    );
    const byClient = Map.groupBy([...owners].slice(-MOST_RECORDS), ([, clientId]) => clientId);
    const found = await Promise.all(
      [...byClient].map(([clientId, some]) =>
        this.notifications.about(
          some.map(([recordId]) => recordId),
          clientId,
          caller,
        ),
      ),
    );
    return found.includes(null) ? null : found.flatMap((some) => some ?? []);
  }

  private async find(id: string, clientId: string | null): Promise<Found> {
    if (!isStorable(id)) throw refuse('not_found');
    let references = [id];
    let events = await this.under(references, clientId);
    for (let round = 0; round < ROUNDS && !ALONE.test(id); round++) {
      const records = events.flatMap(({ recordIds }) => recordIds).filter((one) => STORY.test(one));
      const all = [...new Set([id, ...records])].slice(0, MOST_RECORDS);
      if (all.length === references.length) break;
      references = all;
      events = await this.under(references, clientId);
    }
    const isComplete = events.length <= MOST_EVENTS;
    return { events: events.slice(0, MOST_EVENTS), isComplete, records: references };
  }

  private under(references: readonly string[], clientId: string | null): Promise<IndexedEvent[]> {
    return this.database.query<IndexedEvent>(FIND, [references, clientId]);
  }
}

/** The nearest cause of each event that is shown. */
function causesAmong(events: readonly IndexedEvent[], shown: ReadonlySet<IndexedEvent>) {
  const byId = new Map(events.map((event) => [event.messageId, event]));
  return ({ causationId }: IndexedEvent): string | null => {
    const seen = new Set<string>();
    for (let cause = byId.get(causationId ?? ''); cause; cause = byId.get(cause.causationId ?? '')) {
      if (shown.has(cause)) return cause.messageId;
      if (seen.has(cause.messageId)) break;
      seen.add(cause.messageId);
    }
    return null;
  };
}

function shownEvent(
  event: IndexedEvent,
  causedBy: string | null,
  isForStaff: boolean,
): TimelineEventResource {
  const { messageId, source, type, occurredOn, summary, actor, correlationId, traceId, recordIds, money } =
    event;
  const isShown = isForStaff || actor?.type !== 'STAFF';
  return {
    ...{ id: messageId, service: source, type, occurredOn, summary },
    // An earlier build has indexed it without the second person.
    actor: isShown && actor ? { ...actor, approvedBy: actor.approvedBy ?? null } : null,
    ...{ requestId: correlationId, traceId, causedBy },
    recordIds: isForStaff ? recordIds : recordIds.filter((one) => OF_CLIENT.test(one)),
    ...money,
  };
}
