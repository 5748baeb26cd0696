import type { Envelope } from '@corridor/contracts';
import { openServiceDatabase, patientWithLocks } from '@corridor/event-store/testing';
import { Authenticator, HttpAdapter, type RateLimit, configureHttp } from '@corridor/http';
import { type Caller, type Clock, decodeJson } from '@corridor/kernel';
import { testCaller } from '@corridor/kernel/testing';
import { Job, type OpenDatabase, type Service, type Settings } from '@corridor/platform';
import type { DynamicModule, Type, ValueProvider } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type TestResponse, contentOf } from '../test-response.js';
import { type SeenResponse, onResponse } from '../openapi/on-response.js';
import { testModule } from './test-module.js';

export interface TestServiceOptions {
  readonly clock: Clock;
  /** The default caller. */
  readonly caller?: Caller;
  /** True for a module with its own authenticator. */
  readonly hasAuthenticator?: boolean;
  /** The environment variables; none of the process. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Take the place of the module's own. */
  readonly providers?: readonly ValueProvider[];
  readonly controllers?: readonly Type[];
  readonly modules?: readonly Type[];
  /** What these modules inject, beside the service's own. */
  readonly settings?: readonly Settings[];
  readonly rateLimit?: RateLimit;
  readonly trustedProxies?: readonly string[];
  /** True if a stub responds instead of services; its responses are not checked. */
  readonly hasStandIns?: boolean;
  /** Of a test service that runs: this one is another process of it. */
  readonly database?: OpenDatabase;
}

export interface SendOptions {
  readonly as?: Caller;
  /** Default: a new one; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Starts the module of a single service with its real HTTP layer and its own database. Its messages are not delivered
 * and none arrive: the spec takes the role of the other services. Jobs of minutes have the turns that the spec gives them.
 */
export async function startTestService(
  service: Service,
  module: Type | DynamicModule,
  options: TestServiceOptions,
): Promise<TestService> {
  const db = options.database ?? (await openServiceDatabase(service, patientWithLocks));
  const authenticator = new NamedCallers(options.caller ?? testCaller);
  const compiled = await testModule(db, service, module, options, authenticator).compile();
  const app = compiled.createNestApplication<NestFastifyApplication>(
    new HttpAdapter(options.trustedProxies),
    { logger: false },
  );
  await configureHttp(app, { rateLimit: options.rateLimit ?? null }).init();
  await stopSeldomJobs(app);
  const seen = options.hasStandIns ? () => undefined : onResponse;
  return new TestService(app, db, authenticator, seen, options.database === undefined);
}

const SELDOM_MS = 60_000;

/** Their first turn would come at some moment of a spec. */
async function stopSeldomJobs(app: NestFastifyApplication): Promise<void> {
  for (const { providers } of app.get(ModulesContainer).values())
    for (const { instance } of providers.values())
      if (instance instanceof Job && instance.intervalMs >= SELDOM_MS) await instance.task.stop();
}

export class TestService {
  private keys = 0;

  constructor(
    readonly app: NestFastifyApplication,
    readonly db: OpenDatabase,
    private readonly authenticator: NamedCallers,
    private readonly onResponse: (response: SeenResponse) => void,
    private readonly ownsDatabase: boolean,
  ) {}

  /** `wallets/GBP` stands for `/v1/wallets/GBP`. */
  get(path: string, sending: SendOptions = {}): Promise<TestResponse> {
    return this.send('GET', path, undefined, { key: null, ...sending });
  }

  post(path: string, body?: unknown, sending: SendOptions = {}): Promise<TestResponse> {
    return this.send('POST', path, body, sending);
  }

  put(path: string, body?: unknown, sending: SendOptions = {}): Promise<TestResponse> {
    return this.send('PUT', path, body, sending);
  }

  /** A string or bytes are sent as they are, anything else as JSON. */
  async send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    { as, key = `key ${++this.keys}`, headers = {} }: SendOptions,
  ): Promise<TestResponse> {
    const url = path.startsWith('/') ? path : `/v1/${path}`;
    const response = await this.app.inject({
      method,
      url,
      payload: body as string | object | undefined,
      headers: {
        ...this.authenticator.name(as),
        ...(key !== null && { 'x-idempotency-key': key }),
        ...headers,
      },
    });
    const { statusCode: status, body: text } = response;
    const seen = {
      method,
      path: url,
      status,
      headers: response.headers as Record<string, string>,
      body: text,
      sent: body,
    };
    this.onResponse(seen);
    const replayed = seen.headers['idempotent-replayed'] === 'true';
    return {
      status,
      headers: seen.headers,
      text,
      bytes: response.rawPayload,
      replayed,
      ...contentOf(seen.headers['content-type'], text),
    };
  }

  /** The public messages of a stream, in order. */
  async published(streamId: string): Promise<Envelope[]> {
    const rows = await this.db.database.query<{ message: string }>(
      'SELECT message::text FROM events WHERE stream_id = $1 AND message IS NOT NULL ORDER BY version',
      [streamId],
    );
    return rows.map(({ message }) => decodeJson<Envelope>(message));
  }

  async close(): Promise<void> {
    await this.app.close();
    if (this.ownsDatabase) await this.db.close();
  }
}

/** Authenticates every request as the caller that it names. */
class NamedCallers extends Authenticator {
  private readonly callers: Caller[];

  constructor(one: Caller) {
    super();
    this.callers = [one];
  }

  name(caller: Caller | undefined): Record<string, string> {
    return caller ? { 'x-caller': String(this.callers.push(caller) - 1) } : {};
  }

  async authenticate({ headers }: { headers: Readonly<Record<string, unknown>> }): Promise<Caller> {
    return this.callers[Number(headers['x-caller'] ?? 0)] as Caller;
  }
}
