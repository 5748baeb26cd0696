import type { Envelope, MessageType } from '@corridor/contracts';
import { type CommandContext, type Decide, EventStore, ReadModels } from '@corridor/event-store';
import { type Aggregate, type Caller, type Clock, type DomainEvent, decodeJson } from '@corridor/kernel';
import { messageTypesOf } from '@corridor/messaging';
import { Ids, type Readiness } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import {
  type ScreeningHit,
  ScreeningProvider,
  type ScreeningResult,
  type ScreeningSubject,
} from '@corridor/screening';
import { delivered } from '@corridor/testing';
import type { PaymentsUnderTest } from '../payments.fixture.js';
import { Margins } from '../margins.js';
import { Policies } from '../policy/policies.js';
import { MovedPriceHealth } from '../payment-instruction/moved-price-health.js';
import { PaymentOrders } from '../payment/payment-order.js';
import { RescreeningJob } from '../screening/rescreening-job.js';
import { SimulatedRail } from '../rail/simulated-rail.js';
import { Rates } from '../rates.js';
import { Reactions } from '../reactions.js';
import { Reviews } from '../screening/reviews.js';
import { ScreeningJob } from '../screening/screening-job.js';
import { ScreeningOutcomes } from '../screening/screening-outcomes.js';
import { ScreeningRequests } from '../screening/screening-requests.js';
import { Screenings } from '../screening/screenings.js';
import { service } from '../service.js';
import { Awaited } from './awaited.js';
import { Departures } from './departures.js';
import { Desk } from './desk.js';
import { Fills } from './fills.js';
import { PaymentReleaseJob } from './payment-release-job.js';
import { Releases } from './releases.js';

/** What the service tells by itself, at some time after it was started: not because of what a spec does. */
const TOLD_AT_START = new Set<string>([
  'payments.policy_set',
  'payments.statement_reported',
] satisfies MessageType[]);

/** Lists for specs: names by entry. */
export class TestProvider extends ScreeningProvider {
  override readonly isSimulated = true;
  listVersion = '1';
  /** Fails with it. */
  failure: Error | null = null;
  /** Whether it tells when its list changes. */
  isImported = false;
  /** Who was asked about, in order. */
  readonly asked: ScreeningSubject[] = [];
  readonly entries = new Map<string, string>();

  override currentVersions(_isFresh = false): Promise<readonly string[] | null> {
    return Promise.resolve(this.isImported ? [`TEST ${this.listVersion}`] : null);
  }

  override async screen(subject: ScreeningSubject): Promise<ScreeningResult> {
    this.asked.push(subject);
    if (this.failure) throw this.failure;
    const { listVersion } = this;
    const hits = [...this.entries].flatMap(([entryId, name]): ScreeningHit[] =>
      subject.names.includes(name)
        ? [
            {
              list: 'TEST',
              listVersion,
              entryId,
              name,
              score: 1,
              explanation: `The same name, in ${listVersion}.`,
            },
          ]
        : [],
    );
    return Promise.resolve({ listVersions: [`TEST ${listVersion}`], hits });
  }
}

/** Money can leave as soon as it is asked, if a spec does not say otherwise. */
class StoreWithCover extends EventStore {
  isGranted = true;
  granted: (cover: {
    coverId: string;
    paymentId: string;
    paymentInstructionId: string | null;
  }) => Promise<void> = () => Promise.resolve();

  override async handle<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    decide: Decide<State, Event>,
    command: CommandContext,
  ) {
    let asked: (DomainEvent & { coverId?: string; paymentId?: string }) | undefined;
    const decideAndTell = (state: State) => {
      const events = decide(state);
      asked = events.find(({ type }) => type === 'cover_requested');
      return events;
    };
    const response = await super.handle(aggregate, streamId, decideAndTell, command);
    const { coverId, paymentId } = asked ?? {};
    if (coverId !== undefined && paymentId !== undefined && this.isGranted)
      await this.granted({
        ...{ coverId, paymentId },
        paymentInstructionId: aggregate.name === 'payment' ? null : streamId,
      });
    return response;
  }
}

/** What runs in PRODUCTION, on the database of a spec, instead of the screening of its sandbox. */
export class Production {
  readonly store: StoreWithCover;
  readonly reactions: Reactions;
  readonly releaseJob: PaymentReleaseJob;
  readonly screeningJob: ScreeningJob;
  readonly rescreeningJob: RescreeningJob;
  readonly screenings: Screenings;
  readonly policies: Policies;
  private readonly controllers: readonly object[];
  private heard = '0';
  private screeningHeard = '0';
  /** What health reports, by name. */
  readonly health: Record<string, () => Promise<unknown>> = {};

  constructor(
    private readonly payments: PaymentsUnderTest,
    private readonly caller: Caller,
    clock: Clock,
    readonly provider: ScreeningProvider = new TestProvider(),
  ) {
    void payments.stopScreening();
    const { database, searches } = payments.db;
    this.store = new StoreWithCover(service.name, database, service.registrations, messageRegistry, clock);
    const { store } = this;
    const ids = new Ids(clock);
    const orders = new PaymentOrders(database);
    this.policies = new Policies(store, database, clock, { refused: ['KP'] }, { environment: 'PRODUCTION' });
    const reviews = new Reviews(database, new Rates(database, clock), this.policies);
    this.screenings = new Screenings(
      store,
      database,
      orders,
      new ReadModels(database, searches, clock),
      reviews,
      { wake: () => undefined } as ScreeningJob, // the spec says when it runs
      ids,
      clock,
    );
    const departures = new Departures(orders, ids, this.screenings, this.policies);
    const readiness = {
      reports: (name: string, check: () => Promise<unknown>) => (this.health[name] = check),
    } as unknown as Readiness;
    this.screeningJob = new ScreeningJob(store, database, provider, clock, readiness);
    this.rescreeningJob = new RescreeningJob(
      store,
      database,
      provider,
      this.screenings,
      ids,
      clock,
      { environment: 'PRODUCTION' },
      readiness,
    );
    const releases = new Releases(store, departures, clock);
    const [rates, margins] = [new Rates(database, clock), new Margins(database, clock)];
    const fills = new Fills(store, orders, departures, rates, margins, ids, clock);
    const awaited = new Awaited(database, releases, clock);
    this.reactions = new Reactions(store, rates, margins, orders, new SimulatedRail(), clock, awaited);
    this.releaseJob = new PaymentReleaseJob(database, fills, releases, clock);
    this.store.granted = async (cover) => {
      await this.reactions.onCoverGranted({
        ...delivered<'conversions.cover_granted'>(cover, caller),
        recordId: cover.paymentInstructionId ?? cover.paymentId,
      });
    };
    void new MovedPriceHealth(database, readiness, clock);
    this.controllers = [
      new Desk(fills, releases, awaited),
      new ScreeningRequests(this.screenings, reviews),
      new ScreeningOutcomes(store, awaited),
    ];
  }

  /** Delivers the facts since the last call, and lets the provider respond. @returns the types of the facts */
  async hear(): Promise<MessageType[]> {
    const facts = await this.hearFacts();
    await this.screen();
    return facts;
  }

  async hearFacts(): Promise<MessageType[]> {
    const facts = await this.messagesSince(
      this.heard,
      (type) => !type.startsWith('screening.') && !TOLD_AT_START.has(type),
    );
    this.heard = facts.at(-1)?.position ?? this.heard;
    for (const { message } of facts) await this.deliver(message);
    return facts.map(({ message }) => message.type);
  }

  /** As after a change of the lists. */
  async rescreen(subjectId: string): Promise<void> {
    const { database } = this.payments.db;
    const [row] = await database.query<{ subject: ScreeningSubject; caller: Caller }>(
      'SELECT subject, caller FROM screening WHERE subject_id = $1',
      [subjectId],
    );
    if (!row) throw new Error(`${subjectId} was never screened`);
    const { client } = this.caller;
    await this.screenings.requestAgain({ subject: row.subject, client, reviewReasons: [] }, row.caller);
    await this.screen();
  }

  /** Lets the provider respond, and delivers what follows. */
  async screen(): Promise<void> {
    await this.screeningJob.turn();
    await this.screeningJob.idle();
    await this.hearOutcomes();
  }

  /** Delivers what screening has said since the last call. */
  async hearOutcomes(): Promise<void> {
    const outcomes = await this.messagesSince(this.screeningHeard, (type) => type.startsWith('screening.'));
    this.screeningHeard = outcomes.at(-1)?.position ?? this.screeningHeard;
    for (const { message } of outcomes) await this.deliver(message);
  }

  async deliver({ type, data, caller = this.caller }: Pick<Envelope, 'type' | 'data'> & { caller?: Caller }) {
    for (const controller of this.controllers) {
      const methods = Object.getPrototypeOf(controller) as Record<
        string,
        (message: object) => Promise<unknown>
      >;
      for (const name of Object.getOwnPropertyNames(methods))
        if (messageTypesOf(methods[name] as object).includes(type))
          await methods[name]?.call(controller, { type, data, caller });
    }
  }

  private async messagesSince(position: string, isWanted: (type: string) => boolean) {
    const rows = await this.payments.db.database.query<{ position: string; message: string }>(
      'SELECT position, message::text FROM events WHERE message IS NOT NULL AND position > $1 ORDER BY position',
      [position],
    );
    return rows
      .map(({ position: at, message }) => ({ position: at, message: decodeJson<Envelope>(message) }))
      .filter(({ message }) => isWanted(message.type));
  }
}
