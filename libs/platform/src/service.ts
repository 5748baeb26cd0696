import type { Envelope } from '@corridor/contracts';
import {
  type AnyRegistration,
  Database,
  type DatabaseOwner,
  EventStore,
  type OpenDatabase,
  ReadModels,
  type Sql,
  idempotentResponses,
  openDatabase,
} from '@corridor/event-store';
import { Clock, RealTime, refuse } from '@corridor/kernel';
import { ConsumerServer, EmbeddedCarrier, EventCarrier, type Notices, Relay } from '@corridor/messaging';
import { messageRegistry } from '@corridor/services';
import type { DynamicModule, InjectionToken, OnApplicationShutdown, Type } from '@nestjs/common';
import { getRepositoryToken } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Readiness } from './health/readiness.js';
import { PinoLogger } from './logger.js';
import { parkingRegistrations } from './parking/parked-message.js';
import { StoredParkingNotices } from './parking/parking-notices.js';
import { parkingReactions } from './parking/parking-reactions.js';
import { Retention } from './retention.js';
import { type PlatformSettings, platformSettings } from './settings/platform-settings.js';

/** What a service is made of, beside its Nest module. */
export interface Service extends DatabaseOwner {
  /** Names its database, its topic and its consumer group. */
  readonly name: string;
  readonly registrations: readonly AnyRegistration[];
  /** Tables that are neither log nor ledger nor claims: each has a repository, by `@InjectRepository`. */
  readonly entities?: readonly Type[];
  /** Leaves out messages that would have no effect, whenever they are handled, with at most one statement. */
  readonly relevant?: (sql: Sql, messages: readonly Envelope[]) => Promise<readonly Envelope[]>;
  /** Whether it only follows what others do: then no request waits for its reactions. */
  readonly isFollower?: boolean;
  /** Its records have real times, whatever the test clocks of clients show. */
  readonly isOnRealTime?: boolean;
}

/** A service at work: its database, its relay, its consumer. */
export class RunningService implements OnApplicationShutdown {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly consumer: ConsumerServer;
  readonly relay: Relay;

  constructor(
    readonly service: Service,
    readonly db: OpenDatabase,
    readonly carrier: EventCarrier,
    clock: Clock,
    logger: PinoLogger,
  ) {
    const log = logger.of(service.name);
    const embedded = carrier instanceof EmbeddedCarrier ? carrier : null;
    this.relay = new Relay(
      service.name,
      db,
      carrier,
      (err) => (err ? log.error({ err }, 'relay failed, will retry') : log.warn('relay works again')),
      embedded?.feedOf(service.name),
      (streamId) => this.store.appendedElsewhere(streamId),
    );
    const time = service.isOnRealTime ? new RealTime(clock) : clock;
    this.store = new EventStore(
      service.name,
      db.database,
      [...service.registrations, ...parkingRegistrations],
      messageRegistry,
      time,
      (streams) => this.relay.appended(streams),
    );
    this.readModels = new ReadModels(db.database, db.searches, clock);
    const parking = new StoredParkingNotices(service.name, !service.isFollower, this.store);
    this.consumer = new ConsumerServer(
      service,
      db.database,
      carrier,
      messageRegistry,
      noticesTo(log),
      parking,
    );
    embedded?.addService(service.name, db.database);
    this.relay.start();
  }

  /** Consumers first, then the relay, then the connections. */
  async onApplicationShutdown(): Promise<void> {
    await this.carrier.close();
    await this.consumer.stopRetries();
    await this.relay.stop();
    await this.db.close();
  }
}

/** Log entries about messages, for the operator. */
const noticesTo = (log: PinoLogger['pino']): Notices => ({
  onDeadLetter: ({ message: { id, type }, reason }) =>
    log.error({ message: id, type, reason }, 'message moved to the dead letters'),
  onKept: (messages) => {
    const types = [...new Set(messages.map(({ type, dataversion }) => `${type} v${dataversion}`))];
    log.warn({ count: messages.length, types }, 'messages kept for a later build');
  },
  onWaiting: (waiting) => {
    for (const one of waiting) log.warn(one, 'messages wait');
    if (waiting.length === 0) log.info('no messages are waiting');
  },
  onWaitingForLocks: (waiting) => {
    for (const one of waiting) log.warn(one, 'messages wait for a lock that another transaction holds');
    if (waiting.length === 0) log.info('no messages wait for locks');
  },
  onRetryError: (err) => log.error({ err }, 'retry of waiting messages failed, will retry'),
});

/** Opens a service and provides what its controllers and reactions need, a repository for each of its entities too. */
export const ServiceModule = {
  for(service: Service): DynamicModule {
    const opened = {
      provide: RunningService,
      useFactory: async (
        { environment, databaseUrl, databasePoolSize: poolSize, preparedStatements }: PlatformSettings,
        carrier: EventCarrier,
        clock: Clock,
        logger: PinoLogger,
        readiness: Readiness,
      ) => {
        const log = logger.of(service.name);
        const db = await openDatabase(databaseUrl, service, {
          environment,
          poolSize,
          preparedStatements,
          onDiskFull: (err) =>
            err ? log.error({ err }, 'the disk of Postgres is full') : log.warn('Postgres can write again'),
        });
        if (db.isOwner)
          log.warn(
            'the user of DATABASE_URL owns the tables and could change history: set DATABASE_OWNER_URL',
          );
        readiness.requires(`${service.name} database`, () => db.database.query('SELECT 1'));
        readiness.reports(`${service.name} disk`, async () => {
          if (db.disk.isFull) throw refuse('unavailable', 'full: commands get 503, reads work');
        });
        readiness.reports(`${service.name} messages`, () => nothingParked(db.database, service.name));
        const running = new RunningService(service, db, carrier, clock, logger);
        readiness.reports(`${service.name} relay`, async () => {
          if (running.relay.failure) throw refuse('unavailable', 'messages wait, and are published later');
        });
        return running;
      },
      inject: [platformSettings.KEY, EventCarrier, Clock, PinoLogger, Readiness],
    };
    const retention = {
      provide: Retention,
      useFactory: ({ db }: RunningService, { responseDays }: PlatformSettings) =>
        new Retention(service.name, db.database, [idempotentResponses(responseDays)]),
      inject: [RunningService, platformSettings.KEY],
    };
    const providers = [
      part(EventStore, ({ store }) => store),
      part(ReadModels, ({ readModels }) => readModels),
      part(Database, ({ db }) => db.database),
      part(ConsumerServer, ({ consumer }) => consumer),
      part(DataSource, ({ db }) => db.dataSource),
      ...(service.entities ?? []).map((entity) =>
        part(getRepositoryToken(entity), ({ db }) => db.dataSource.getRepository(entity)),
      ),
    ];
    return {
      // A separate class per service, by which Nest distinguishes modules.
      module: Object.defineProperty(class {}, 'name', { value: `ServiceModule(${service.name})` }),
      controllers: [parkingReactions(service.name)],
      providers: [opened, retention, ...providers],
      exports: [RunningService, ...providers.map(({ provide }) => provide)],
    };
  },
};

/** @throws Refusal with the number of messages that are parked, and of those that wait for locks */
async function nothingParked(database: Database, consumer: string): Promise<void> {
  const rows = await database.query<{ what: string; count: number }>(
    `SELECT CASE WHEN lock IS NULL THEN 'parked' ELSE 'waiting for a lock' END AS what, count(*)::int
     FROM dead_letter WHERE consumer = $1 GROUP BY 1 ORDER BY 1`,
    [consumer],
  );
  if (rows.length > 0)
    throw refuse('unavailable', rows.map(({ what, count }) => `${what}: ${count}`).join('; '));
}

const part = (provide: InjectionToken, useFactory: (running: RunningService) => unknown) => ({
  provide,
  useFactory,
  inject: [RunningService],
});
