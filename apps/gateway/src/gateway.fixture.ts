import type { Database } from '@corridor/event-store';
import { roleNames } from '@corridor/gateway-contract';
import { type TestResponse, TestClock } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { Controller, Get, type Type } from '@nestjs/common';
import { Stopwatch } from './authentication/stopwatch.js';
import { ForwardingModule } from './forwarding/forwarding.module.js';
import { forwardingSettings } from './forwarding/forwarding-settings.js';
import { GatewayModule } from './gateway.module.js';
import { service } from './service.js';

export const OPERATOR_KEY = 'an operator key of 32 bytes for tests';

/** The login of the first administrator. */
export const ADMINISTRATOR = { email: 'ines@corridor.example', password: 'an administrator of specs' };

/** A user who can log in and call the API. */
export interface Person {
  readonly clientId: string;
  readonly userId: string;
  readonly clientUserId: string;
  readonly email: string;
  readonly password: string;
  readonly apiKeyId: string;
  readonly secret: string;
}

type Headers = Readonly<Record<string, string>>;

/** A gateway on its own database, for specs. */
export class TestGateway {
  readonly database: Database;
  private count = 0;

  private constructor(
    readonly service: TestService,
    readonly clock: TestClock,
  ) {
    this.database = service.db.database;
  }

  /** @param beside another process on the same database */
  static async start(
    variables: Headers = {},
    modules: Type[] = [],
    trustedProxies: readonly string[] = [],
    beside: TestGateway | null = null,
  ): Promise<TestGateway> {
    const clock = beside?.clock ?? new TestClock();
    const started = await startTestService(service, GatewayModule, {
      clock,
      variables: { OPERATOR_KEY, ...variables },
      modules,
      settings: modules.includes(ForwardingModule) ? [forwardingSettings] : [],
      hasAuthenticator: true,
      hasStandIns: modules.includes(ForwardingModule),
      controllers: [Elsewhere],
      rateLimit: { perSecond: 1000, burst: 1000 },
      trustedProxies,
      ...(beside && { database: beside.service.db }),
    });
    const gateway = new TestGateway(started, clock);
    if (beside) gateway.staff = beside.staff;
    else if (variables['OPERATOR_KEY'] === undefined) gateway.staff = await gateway.firstAdministrator();
    return gateway;
  }

  /** Of somebody with all roles, unless a spec has an operator key of its own; their login is {@link ADMINISTRATOR}. */
  staff: Headers = {};

  private async firstAdministrator(): Promise<Headers> {
    const person = { ...ADMINISTRATOR, firstName: 'Ines', lastName: 'Almeida', roles: roleNames };
    const created = await this.post('/operator/v1/staff', person, { 'x-operator-key': OPERATOR_KEY });
    if (created.status !== 200) throw new Error(created.text);
    const bearer = await this.staffBearer(ADMINISTRATOR);
    const { data } = await this.post('/operator/v1/staff-keys', { label: 'Specs' }, bearer);
    return { 'x-api-key': data.secret };
  }

  /** Logs in a member of staff. */
  async staffBearer(login: object): Promise<Record<string, string>> {
    const { data } = await this.post('/operator/v1/auth/token', login);
    return { authorization: `Bearer ${data.accessToken}` };
  }

  /** Makes the time of limits and of what is known for a while that of a spec, until its mocks are restored. */
  measureTimeBy(now: () => number): void {
    jest.spyOn(Date, 'now').mockImplementation(now);
    jest.spyOn(this.service.app.get(Stopwatch), 'now').mockImplementation(now);
  }

  stop(): Promise<void> {
    return this.service.close();
  }

  get(path: string, headers: Headers = {}): Promise<TestResponse> {
    return this.service.get(path, { headers });
  }

  post(path: string, body?: unknown, headers: Headers = {}): Promise<TestResponse> {
    return this.service.post(path, body, { headers });
  }

  put(path: string, body?: unknown, headers: Headers = {}): Promise<TestResponse> {
    return this.service.put(path, body, { headers });
  }

  /** As staff; returns the `data` of the response. */
  async operate<Row>(path: string, body: object): Promise<Row> {
    const response = await this.post(`/operator/v1${path}`, body, this.staff);
    if (response.status !== 200) throw new Error(response.text);
    return response.data as Row;
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
    const { data } = await this.post('/v1/auth/token', { email, password });
    return { authorization: `Bearer ${data.accessToken}` };
  }
}

/** A route in place of those of other services. */
@Controller('v1/simulators/example')
class Elsewhere {
  @Get()
  simulate() {
    return 'simulated';
  }
}
