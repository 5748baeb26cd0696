import { Database, EventStore, ReadModels } from '@corridor/event-store';
import { Door, HttpAdapter, configureHttp } from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { Config, Ids, type Migration, type OpenDatabase } from '@corridor/platform';
import { Controller, Get, Global, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { parts } from './gateway.module.js';
import { service } from './service.js';

export const OPERATOR_KEY = 'an operator key for tests';

/** Somebody who can log in and call. */
export interface Person {
  readonly clientId: string;
  readonly userId: string;
  readonly clientUserId: string;
  readonly email: string;
  readonly password: string;
  readonly apiKeyId: string;
  readonly secret: string;
}

/** The part of `@corridor/testing` that specs hand in: only they may import it. */
export interface Testing {
  openTestDatabase(migrations: readonly Migration[]): Promise<OpenDatabase>;
  readonly TestClock: new () => MovableClock;
}

interface MovableClock extends Clock {
  advance(ms: number): void;
}

/** A gateway on a database of its own, for specs. */
export class TestGateway {
  private count = 0;

  private constructor(
    readonly app: NestFastifyApplication,
    readonly database: Database,
    readonly clock: MovableClock,
    /** Takes the store away; the application goes on. */
    readonly closeDatabase: () => Promise<void>,
  ) {}

  static async start(
    { openTestDatabase, TestClock }: Testing,
    variables: Record<string, string> = {},
    modules: Type[] = [],
  ) {
    const { database, close } = await openTestDatabase(service.migrations);
    const clock = new TestClock();
    const store = new EventStore(service.name, database, service.registrations, clock);
    @Global()
    @Module({
      ...parts,
      imports: modules,
      controllers: [...(parts.controllers ?? []), Elsewhere],
      providers: [
        ...(parts.providers ?? []),
        { provide: Config, useValue: new Config({ OPERATOR_KEY, ...variables }) },
        { provide: Clock, useValue: clock },
        { provide: Ids, useValue: new Ids(clock) },
        { provide: Database, useValue: database },
        { provide: EventStore, useValue: store },
        { provide: ReadModels, useValue: new ReadModels(database, clock) },
      ],
      exports: [Door, Config],
    })
    class TestModule {}
    const app = await NestFactory.create<NestFastifyApplication>(TestModule, new HttpAdapter(), {
      logger: false,
    });
    await configureHttp(app, { rateLimit: { perSecond: 1000, burst: 1000 } }).init();
    return new TestGateway(app, database, clock, close);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.closeDatabase();
  }

  get(url: string, headers: Record<string, string> = {}) {
    return this.app.inject({ url, headers });
  }

  post(url: string, body: object, headers: Record<string, string> = {}) {
    return this.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { 'x-idempotency-key': `key ${++this.count}`, ...headers },
    });
  }

  /** As the operator; the `data` of the answer. */
  async operate<Row>(url: string, body: object): Promise<Row> {
    const response = await this.post(`/operator/v1${url}`, body, { 'x-operator-key': OPERATOR_KEY });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<{ data: Row }>().data;
  }

  client = (more: object = {}) =>
    this.operate<{ id: string }>('/clients', {
      name: `Client ${++this.count}`,
      code: `C${this.count}`,
      address: { lines: ['1 High Street'], city: 'London', postalCode: 'E1 1AA', countryCode: 'GB' },
      clientType: 'Business',
      settings: { baseCcy: 'GBP' },
      ...more,
    });

  /** A new user of a new client, or of the given one, with an API key. */
  async person({
    clientId,
    permissions,
  }: { clientId?: string; permissions?: string[] } = {}): Promise<Person> {
    const inClient = clientId ?? (await this.client()).id;
    const login = { email: `user${++this.count}@example.com`, password: 'correct horse battery' };
    const user = await this.operate<{ id: string; clientUserId: string }>(`/clients/${inClient}/users`, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      ...login,
      ...(permissions && { permissions }),
    });
    const key = await this.operate<{ id: string; secret: string }>(`/users/${user.id}/api-keys`, {
      label: 'ERP',
    });
    return {
      clientId: inClient,
      userId: user.id,
      clientUserId: user.clientUserId,
      ...login,
      apiKeyId: key.id,
      secret: key.secret,
    };
  }

  async bearer({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Record<string, string>> {
    const response = await this.post('/v1/auth/token', { email, password });
    return { authorization: `Bearer ${response.json<{ data: { accessToken: string } }>().data.accessToken}` };
  }
}

/** A route that stands for those of other services. */
@Controller('v1/simulators/example')
class Elsewhere {
  @Get()
  answer() {
    return 'simulated';
  }
}
