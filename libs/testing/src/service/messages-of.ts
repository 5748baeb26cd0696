import type { Envelope, MessageType } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { openServiceDatabase, statementsOf } from '@corridor/event-store/testing';
import { type Aggregate, type Caller, type Clock, type DomainEvent } from '@corridor/kernel';
import { testCaller } from '@corridor/kernel/testing';
import {
  type ConsumerGroup,
  type DeadLetter,
  type Delivered,
  MessageConsumer,
  decodeEnvelope,
  messageTypesOf,
} from '@corridor/messaging';
import type { OpenDatabase, Service } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { differences, fixture, fixtures, writeMissingFixtures } from '@corridor/services/testing';

type Reaction = (message: Delivered<MessageType>) => Promise<unknown>;

/** A service with a given history on its own database, to test its messages. */
export class MessagesOf {
  private deliveries = 0;

  private constructor(
    private readonly service: Service,
    readonly db: OpenDatabase,
    readonly store: EventStore,
  ) {}

  static async service(service: Service, clock: Clock): Promise<MessagesOf> {
    const db = await openServiceDatabase(service);
    const store = new EventStore(service.name, db.database, service.registrations, messageRegistry, clock);
    return new MessagesOf(service, db, store);
  }

  /** Appends events directly, without applying rules. */
  async happened<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    events: readonly NoInfer<Event>[],
    caller: Caller = testCaller,
  ): Promise<void> {
    await this.store.handle(aggregate, streamId, () => events, { caller });
  }

  /** The messages published so far, as stored in the database. */
  async published(): Promise<Envelope[]> {
    const rows = await this.db.database.query<{ message: string }>(
      'SELECT message::text FROM events WHERE message IS NOT NULL ORDER BY position',
    );
    return rows.map(({ message }) => decodeEnvelope(message));
  }

  /**
   * What was published has the fields of its fixtures, and of each fixture of this service something was published.
   * Fields that the fixtures do not have yet are nullable ones that were added: the schema, which every published
   * message has passed, says what they are.
   */
  async expectFixtures(): Promise<void> {
    const published = await this.published();
    if (process.env['CORRIDOR_WRITE_FIXTURES']) writeMissingFixtures(published); // npm run messages
    for (const message of published)
      expect([message.type, changes(fixture(message.type), message)]).toEqual([message.type, []]);
    const types = new Set(published.map(({ type }) => type));
    const own = fixtures().filter(({ message }) => message.source === this.service.name);
    expect(own.map(({ type }) => type).filter((type) => !types.has(type))).toEqual([]);
  }

  /**
   * Delivers a message as this service's consumer does. @returns the types of the resulting events @throws Error with
   * the reason if it became a dead letter
   */
  async deliver(reactions: object, message: Envelope): Promise<string[]> {
    const before = await this.eventTypes();
    await this.consume(reactions, message);
    return (await this.eventTypes()).slice(before.length);
  }

  /** The statements of its delivery, without those that keep the checkpoint. */
  async statementsFor(reactions: object, message: Envelope): Promise<string[]> {
    const all = await statementsOf(() => this.consume(reactions, message));
    return all.filter(
      (text) =>
        !/^(BEGIN|COMMIT|SAVEPOINT|RELEASE)|\b(checkpoint|take_checkpoints|dead_letter|consumer_generation)\b|pg_advisory/.test(
          text,
        ),
    );
  }

  private async consume(reactions: object, message: Envelope): Promise<void> {
    const parked: DeadLetter[] = [];
    const group: ConsumerGroup = {
      name: this.service.name,
      types: methodsOf(Object.getPrototypeOf(reactions) as object).map(([type]) => type),
      handle: (one, isRetry) => reactionTo(one.type, reactions)({ ...one, isRetry }),
      messages: messageRegistry,
      onDeadLetter: (one) => parked.push(one),
    };
    const consumer = new MessageConsumer(group, this.db.database);
    const version = ++this.deliveries; // each is news, whichever stream it is said to come from
    await consumer.deliver([{ ...message, version }]);
    if (parked[0]) throw new Error(parked[0].reason);
  }

  private async eventTypes(): Promise<string[]> {
    const rows = await this.db.database.query<{ type: string }>('SELECT type FROM events ORDER BY position');
    return rows.map(({ type }) => type);
  }

  close(): Promise<void> {
    return this.db.close();
  }
}

/** The message types that a class of reactions listens to. */
export const reactsTo = (reactions: abstract new (...args: never[]) => object): MessageType[] =>
  methodsOf(reactions.prototype as object).map(([type]) => type);

function reactionTo(type: MessageType, reactions: object): Reaction {
  const [, reaction] =
    methodsOf(Object.getPrototypeOf(reactions) as object).find(([one]) => one === type) ?? [];
  if (!reaction) throw new Error(`no reaction to ${type}`);
  return reaction.bind(reactions);
}

function methodsOf(prototype: object): [MessageType, Reaction][] {
  return Object.getOwnPropertyNames(prototype).flatMap((name): [MessageType, Reaction][] => {
    const method = (prototype as Record<string, Reaction>)[name] as Reaction;
    return messageTypesOf(method).map((type) => [type, method]);
  });
}

const changes = (before: Envelope, now: Envelope): string[] =>
  differences(before, now).filter((difference) => !difference.endsWith(': is new'));
