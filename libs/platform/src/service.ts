import type { Envelope } from '@corridor/contracts';
import {
  type AnyRegistration,
  Database,
  type DatabaseOwner,
  EventStore,
  type OpenDatabase,
  ReadModels,
  type RecoveredService,
  type RetentionPolicy,
  type Sql,
  directUrl,
  idempotentResponses,
  keptStates,
  openDatabase,
} from '@corridor/event-store';
import { Clock, RealTime, refuse } from '@corridor/kernel';
import {
  ConsumerServer,
  EmbeddedCarrier,
  EventCarrier,
  Lost,
  type Notices,
  Relay,
  workOf,
} from '@corridor/messaging';
import { messageRegistry } from '@corridor/services';
import { workingOn } from '@corridor/tracing';
import type { DynamicModule, InjectionToken, OnApplicationShutdown, Type } from '@nestjs/common';
import { getRepositoryToken } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { databaseNotices, relayNotice } from './database-notices.js';
import { Liveness } from './health/liveness.js';
import { Readiness } from './health/readiness.js';
import { PinoLogger } from './logger.js';
import { Metrics } from './metrics/metrics.js';
import { type ServiceObserver, countedFeed, gaugesOf, serviceObserver } from './metrics/observed-service.js';
import { ServiceMetrics } from './metrics/service-metrics.js';
import { Ids } from './ids.js';
import { runKindsOf } from './operations/run-kinds.js';
import { runRegistrations } from './operations/run.view.js';
import { Runs } from './operations/runs.js';
import { SecretsRotate } from './operations/secrets-rotate.js';
import { parkingRegistrations } from './parking/parked-message.js';
import { StoredParkingNotices } from './parking/parking-notices.js';
import { parkingReactions } from './parking/parking-reactions.js';
import { RefoldJob } from './refold-job.js';
import { Retention } from './retention.js';
import type { Unfinished } from './operations/unfinished.js';
import { type PlatformSettings, platformSettings } from './settings/platform-settings.js';

/** What a service is made of, beside its Nest module. */
export interface Service extends DatabaseOwner, RecoveredService {
  /** Names its database, its topic and its consumer group. */
  readonly name: string;
  readonly registrations: readonly AnyRegistration[];
  /** Tables that are neither log nor ledger nor claims: each has a repository, by `@InjectRepository`. */
  readonly entities?: readonly Type[];
  /** Leaves out messages that would have no effect, whenever they are handled, with at most one statement. */
  readonly relevant?: (sql: Sql, messages: readonly Envelope[]) => Promise<readonly Envelope[]>;
  /** Whether it only follows what others do: then no request waits for its reactions. */
  readonly isFollower?: boolean;
  /** The consumers of parts of it that follow on their own. */
  readonly followers?: readonly string[];
  /** Its records that can be stuck. */
  readonly unfinished?: readonly Unfinished[];
  /** Its records have real times, whatever the test clocks of clients show. */
  readonly isOnRealTime?: boolean;
}

/** A service at work: its database, its relay, its consumer. */
export class RunningService implements OnApplicationShutdown {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly consumer: ConsumerServer;
  readonly relay: Relay;
  /** What its parts keep for a limited time. */
  readonly policies: RetentionPolicy[] = [];

  constructor(
    readonly service: Service,
    readonly db: OpenDatabase,
    readonly carrier: EventCarrier,
    clock: Clock,
    logger: PinoLogger,
    observer: ServiceObserver = serviceObserver(service.name, new Metrics()),
  ) {
    const log = logger.of(service.name);
    const embedded = carrier instanceof EmbeddedCarrier ? carrier : null;
    this.relay = new Relay(
      service.name,
      db,
      carrier,
      relayNotice(log, db),
      countedFeed(embedded?.feedOf(service.name) ?? {}, observer.published),
      (streamId) => this.store.appendedElsewhere(streamId),
    );
    const time = service.isOnRealTime ? new RealTime(clock) : clock;
    this.store = new EventStore(
      service.name,
      db.database,
      [...service.registrations, ...parkingRegistrations, ...runRegistrations],
      messageRegistry,
      time,
      (streams) => this.relay.appended(streams),
      db.epoch,
      observer,
    );
    this.readModels = new ReadModels(db.database, db.searches, clock);
    const parking = new StoredParkingNotices(service.name, !service.isFollower, this.store);
    this.consumer = new ConsumerServer(
      service,
      db.database,
      carrier,
      messageRegistry,
      noticesTo(log, observer),
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
const noticesTo = (log: PinoLogger['pino'], observer: ServiceObserver): Notices => ({
  onDeadLetter: ({ message, reason }) =>
    workingOn(workOf(message), () =>
      log.error({ message: message.id, type: message.type, reason }, 'message moved to the dead letters'),
    ),
  onKept: (messages) => {
    const types = [...new Set(messages.map(({ type, dataversion }) => `${type} v${dataversion}`))];
    log.warn({ count: messages.length, types }, 'messages kept for a later build');
  },
  onLost: (messages) => {
    observer.skipped(messages.length);
    for (const { id, type, source } of messages)
      log.warn(
        { message: id, type, source },
        'message skipped: its event was lost when a database was restored',
      );
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

const retentionOfService = {
  provide: Retention,
  useFactory: (running: RunningService, { responseDays }: PlatformSettings) =>
    new Retention(running, [idempotentResponses(responseDays), keptStates]),
  inject: [RunningService, platformSettings.KEY],
};

const runsOfService = {
  provide: Runs,
  useFactory: (running: RunningService, ids: Ids, { environment, archiveDays }: PlatformSettings) => {
    const runs = new Runs(running, ids, environment);
    for (const kind of runKindsOf(running, archiveDays)) runs.add(kind);
    runs.add(new SecretsRotate(() => runs.secrets));
    return runs;
  },
  inject: [RunningService, Ids, platformSettings.KEY],
};

/** Opens a service and provides what its controllers and reactions need, a repository for each of its entities too. */
export const ServiceModule = {
  for(service: Service): DynamicModule {
    const opened = {
      provide: RunningService,
      useFactory: async (
        settings: PlatformSettings,
        carrier: EventCarrier,
        clock: Clock,
        logger: PinoLogger,
        readiness: Readiness,
        liveness: Liveness,
        metrics: Metrics,
      ) => {
        const log = logger.of(service.name);
        const onWaiting = (what: string) => log.warn(what);
        const options = { ...connectionOptions(settings), ...databaseNotices(log), onWaiting };
        const db = await openDatabase(settings.databaseUrl, service, options);
        if (db.isOwner)
          log.warn(
            'the user of DATABASE_URL owns the tables and could change history: set DATABASE_OWNER_URL',
          );
        checkDatabase(service.name, db, carrier, readiness);
        const observer = serviceObserver(service.name, metrics);
        const running = new RunningService(service, db, carrier, clock, logger, observer);
        gaugesOf(running, new ServiceMetrics(service.name, metrics, db.searches));
        watchRelay(running, readiness, liveness);
        return running;
      },
      inject: [platformSettings.KEY, EventCarrier, Clock, PinoLogger, Readiness, Liveness, Metrics],
    };
    const refolds = part(RefoldJob, ({ db, store }) => new RefoldJob(service.name, db.database, store));
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
      providers: [opened, retentionOfService, refolds, runsOfService, metricsOf(service.name), ...providers],
      exports: [RunningService, Runs, ServiceMetrics, ...providers.map(({ provide }) => provide)],
    };
  },
};

const connectionOptions = ({
  environment,
  databaseUrl,
  databaseDirectUrl,
  databasePoolSize: poolSize,
  preparedStatements,
  archiveFolder,
}: PlatformSettings) => ({
  environment,
  poolSize,
  preparedStatements,
  archiveFolder,
  directUrl: directUrl(databaseUrl, databaseDirectUrl),
});

function watchRelay({ service, relay }: RunningService, readiness: Readiness, liveness: Liveness): void {
  liveness.watch(`${service.name} relay`, () => relay.silentMs());
  readiness.reports(`${service.name} relay`, async () => mustPublish(relay));
}

/** @throws Refusal that says why nothing is delivered, or what waits */
async function nothingWaits(database: Database, carrier: EventCarrier, service: string): Promise<void> {
  const why = carrier.whyStopped(service);
  if (why !== null) throw refuse('unavailable', why);
  await nothingParked(database, service);
}

const metricsOf = (service: string) => ({
  provide: ServiceMetrics,
  useFactory: ({ db }: RunningService, all: Metrics) => new ServiceMetrics(service, all, db.searches),
  inject: [RunningService, Metrics],
});

function checkDatabase(
  service: string,
  { database, disk }: OpenDatabase,
  carrier: EventCarrier,
  readiness: Readiness,
): void {
  readiness.requires(`${service} database`, () => database.query('SELECT 1'));
  readiness.reports(`${service} disk`, async () => {
    if (disk.isFull) throw refuse('unavailable', 'full: commands get 503, reads work');
  });
  readiness.reports(`${service} messages`, () => nothingWaits(database, carrier, service));
}

/** @throws Refusal that says what staff have to do, if anything */
function mustPublish({ failure }: Relay): void {
  if (failure instanceof Lost) throw refuse('unavailable', failure.message);
  if (failure) throw refuse('unavailable', 'messages wait, and are published later');
}

/** @throws Refusal with the number of messages that are of another history, that are parked, and of those that wait for locks */
async function nothingParked(database: Database, consumer: string): Promise<void> {
  const rows = await database.query<{ what: string; count: number }>(
    `SELECT CASE WHEN is_foreign THEN 'of another history' WHEN lock IS NULL THEN 'parked' ELSE 'waiting for a lock' END AS what, count(*)::int
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
