import { Database, DiskSpace, FIRST_EPOCH, Reachability, driverOver } from '@corridor/event-store';
import { Authenticator, HttpAdapter, configureHttp } from '@corridor/http';
import { type Caller, Clock } from '@corridor/kernel';
import { EventCarrier } from '@corridor/messaging';
import {
  Ids,
  type Manifest,
  type OpenDatabase,
  PinoLogger,
  RunningService,
  Runs,
  rootOf,
} from '@corridor/platform';
import { DeliveryTrigger, Sender } from '@corridor/webhook-dispatcher';
import type { DynamicModule, Type } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import type { Faults } from './faults.js';
import type { Life, Machine } from './machine.js';
import type { PlantedBug } from './planted-bugs.js';
import type { ServiceDatabase } from './postgres.js';
import { type Receivers, SimulatedSender, SimulatedTrigger } from './receivers.js';
import { type Broker, SimulatedCarrier } from './simulated-carrier.js';
import { SimulatedPool } from './simulated-pool.js';

/** What all processes of one simulation share. */
export interface Surroundings {
  readonly machine: Machine;
  readonly faults: Faults;
  readonly broker: Broker;
  readonly receivers: Receivers;
  /** Everything that was logged. */
  readonly log: string[];
  readonly bug: PlantedBug;
}

/** Of the request, named by its header. */
export const CALLER_HEADER = 'x-simulated-caller';

/** As it is by default: one pool for commands, one for searches. */
const POOL_SIZE = 10;
const SEARCH_POOL_SIZE = 5;

export const OPERATOR_KEY = 'simulated-operator-key-of-32-characters';

/** The settings; retries of webhooks follow soon, so that a simulation ends. */
const variables = {
  DATABASE_URL: 'postgres://none',
  CALLER_SECRET: '73696d756c61746564'.repeat(4),
  OPERATOR_KEY,
  WEBHOOK_SECRET_KEY: 'a simulated key with its 32 characters',
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  WEBHOOK_SCHEDULE_SECONDS: `0${',5'.repeat(19)}`,
};

/** One service in one life: the real module over simulated ports. */
export class SimulatedService {
  private constructor(
    readonly life: Life,
    private readonly machine: Machine,
    private readonly app: NestFastifyApplication,
  ) {}

  /** Within its life. */
  static async start(
    around: Surroundings,
    manifest: Manifest,
    module: Type | DynamicModule,
    stored: ServiceDatabase,
    life: Life,
    pools: SimulatedPool[],
  ): Promise<SimulatedService> {
    const { machine, faults } = around;
    const clock = new SimulatedClock(machine);
    const logger = new CapturingLogger(around.log);
    const carrier = new SimulatedCarrier(around, life);
    const [pool, searches] = [POOL_SIZE, SEARCH_POOL_SIZE].map(
      (max) => new SimulatedPool(around, life, stored, max),
    ) as [SimulatedPool, SimulatedPool];
    pools.push(pool, searches);
    const db = await openedOver(pool, searches, manifest);
    const running = new RunningService(manifest, db, carrier, clock, logger);
    const root = rootOf({
      variables,
      settings: manifest.settings,
      carrier,
      logger,
      modules: [module, authentication],
    });
    const builder = Test.createTestingModule({ imports: [root] }).setLogger(logger);
    for (const [token, value] of [
      [RunningService, running],
      [Runs, { service: manifest.name, running, add() {}, addSecrets() {} }], // nobody operates
      [Clock, clock],
      [Ids, new Ids(clock)],
      [Authenticator, new NamedCallers()],
      [Sender, new SimulatedSender(machine, faults, around.receivers, life)],
      [DeliveryTrigger, new SimulatedTrigger(machine, faults, life)],
      [EventCarrier, carrier],
    ] as const)
      builder.overrideProvider(token).useValue(value);
    const compiled = await builder.compile();
    const app = compiled.createNestApplication<NestFastifyApplication>(new HttpAdapter(), { logger });
    configureHttp(app, { rateLimit: null });
    app.connectMicroservice<MicroserviceOptions>({ strategy: running.consumer }, { inheritAppConfig: false });
    await app.startAllMicroservices();
    await app.init();
    return new SimulatedService(life, machine, app);
  }

  request(method: 'GET' | 'POST' | 'PUT', url: string, headers: Record<string, string>, body?: object) {
    // The request begins when its promise is used.
    return this.machine.within(this.life, async () =>
      this.app.inject({ method, url, headers, ...(body && { payload: body }) }),
    );
  }
}

async function openedOver(
  pool: SimulatedPool,
  searches: SimulatedPool,
  manifest: Manifest,
): Promise<OpenDatabase> {
  const database = new Database(pool.asPool);
  const dataSource = new DataSource({
    type: 'postgres',
    driver: driverOver(pool.asPool, database),
    entities: [...(manifest.entities ?? [])],
  });
  await dataSource.initialize();
  return {
    database,
    searches: new Database(searches.asPool, undefined, { isReadOnly: true }),
    pool: pool.asPool,
    searchPool: searches.asPool,
    sessionPool: pool.asPool,
    dataSource,
    disk: new DiskSpace(pool.asPool, () => undefined),
    epoch: FIRST_EPOCH,
    reachability: new Reachability(pool.asPool, () => undefined),
    isOwner: false,
    close: () => Promise.resolve(),
  };
}

class SimulatedClock extends Clock {
  constructor(private readonly machine: Machine) {
    super();
  }

  override now(): Date {
    return new Date(this.machine.wallMs);
  }
}

/** Keeps what is logged, at every level. */
class CapturingLogger extends PinoLogger {
  override readonly pino: Logger;

  constructor(lines: string[]) {
    super('silent', 'simulation');
    this.pino = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  }
}

/** Authenticates a request as the caller that it names. */
class NamedCallers extends Authenticator {
  async authenticate({ headers }: { headers: Readonly<Record<string, unknown>> }): Promise<Caller> {
    return JSON.parse(String(headers[CALLER_HEADER])) as Caller;
  }
}

const authentication: DynamicModule = {
  module: class Authentication {},
  providers: [{ provide: Authenticator, useClass: NamedCallers }],
  exports: [Authenticator],
};
