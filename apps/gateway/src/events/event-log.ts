import type { Message } from '@corridor/contracts';
import { Database } from '@corridor/event-store';
import { refuse } from '@corridor/kernel';
import { decodeEnvelope } from '@corridor/messaging';
import { messageRegistry } from '@corridor/services';
import { type FactType, bodyOf } from '@corridor/webhook-dispatcher-contract';
import { Injectable } from '@nestjs/common';
import { type Told, isOfLaterBuild, toldOf } from './added-event.js';
import { type Place, eventId, refuseId } from './event-id.js';

/** Events of one page. A stream has one page in memory, whoever reads it and however slowly. */
export const EVENTS_OF_PAGE = 50;

const PAGE = `SELECT position::float8, epoch, type, sequence, created_on AS "createdOn", related_id AS "relatedId",
    related_type AS "relatedType", payload, message
  FROM client_event WHERE client_id = $1 AND position > $2 ORDER BY position LIMIT ${EVENTS_OF_PAGE}`;

const STANDING = `SELECT number AS epoch,
    coalesce((SELECT last FROM client_event_head WHERE client_id = $1), 0)::float8 AS last,
    (SELECT position FROM client_event WHERE client_id = $1 AND epoch > $2 ORDER BY position LIMIT 1)::float8 AS later
  FROM epoch`;

interface Row extends Place {
  readonly type: FactType;
  readonly sequence: number;
  readonly createdOn: string;
  readonly relatedId: string | null;
  readonly relatedType: string | null;
  readonly payload: string | null;
  readonly message: string | null;
}

interface Standing {
  /** That of the database. */
  readonly epoch: number;
  readonly last: number;
  /** The first position of an epoch after the one that was asked for. */
  readonly later: number | null;
}

/** An event of a client. */
export interface LoggedEvent extends Place {
  readonly type: FactType;
  /** As `Last-Event-ID` names it. */
  readonly id: string;
  /** The body of a webhook, with the id of the event. */
  readonly body: string;
}

/** The next events of a client. */
export interface EventPage {
  readonly events: readonly LoggedEvent[];
  /** The one after them is of a later build. */
  readonly isCut: boolean;
}

/** Where a stream begins, with its first page. */
export interface Beginning extends EventPage {
  readonly place: Place;
}

/** The events of clients, as they are kept. */
@Injectable()
export class EventLog {
  constructor(private readonly database: Database) {}

  /** After the last event. */
  async fromNow(clientId: string): Promise<Beginning> {
    const { epoch, last } = await this.standing(clientId, 0);
    return { place: { epoch, position: last }, events: [], isCut: false };
  }

  /**
   * After the event that a client has seen last. If the database was restored since, it is the last one that both histories have.
   * @throws Refusal invalid_request for a place where no event was, events_expired if the next event is not kept any more
   */
  async from(clientId: string, seen: Place): Promise<Beginning> {
    const { epoch, last, later } = await this.standing(clientId, seen.epoch);
    if (seen.epoch > epoch || (seen.epoch === epoch && seen.position > last)) throw refuseId();
    const common = seen.epoch === epoch ? last : (later ?? last + 1) - 1;
    const position = Math.min(seen.position, common);
    const page = await this.page(clientId, position);
    if (page.events.length === 0 && !page.isCut && position < last) throw refuse('events_expired');
    return { place: { epoch, position }, ...page };
  }

  /** @throws Refusal events_expired if the next event is not kept any more */
  async page(clientId: string, after: number): Promise<EventPage> {
    const rows = await this.database.query<Row & Record<string, unknown>>(PAGE, [clientId, after]);
    if (rows.some(({ position }, n) => position !== after + n + 1)) throw refuse('events_expired');
    const events: LoggedEvent[] = [];
    for (const row of rows) {
      const told = row.payload === null ? readLater(row) : (row as Told);
      if (!told) return { events, isCut: true };
      events.push(logged(row, told));
    }
    return { events, isCut: false };
  }

  private async standing(clientId: string, epoch: number): Promise<Standing> {
    const [row] = await this.database.query<Standing & Record<string, unknown>>(STANDING, [clientId, epoch]);
    return row as Standing;
  }
}

function logged(row: Row, told: Told): LoggedEvent {
  const { epoch, position, type, sequence, createdOn } = row;
  const id = eventId(row);
  return {
    epoch,
    position,
    type,
    id,
    body: bodyOf({ id, eventType: type, createdOn, sequence, ...told }),
  };
}

/** What an earlier build could not read. @returns null if this one cannot either */
function readLater({ message }: Pick<Row, 'message'>): Told | null {
  const envelope = decodeEnvelope(message as string);
  return isOfLaterBuild(envelope) ? null : toldOf(messageRegistry.read(envelope) as Message);
}
