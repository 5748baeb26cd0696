import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Authenticator } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { EmbeddedCarrier, EventCarrier, KafkaCarrier } from '@corridor/messaging';
import { type Application, startApplication } from '../application.js';
import { PinoLogger } from '../logger.js';
import { RunningService, ServiceModule } from '../service.js';
import { Liveness, STALLED_MS } from './liveness.js';
import { Readiness } from './readiness.js';

/** The Postgres of the specs, behind an address that can be taken away. */
class Line {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private port = 0;
  isSilent = false;

  constructor(private readonly target: URL) {}

  get url(): string {
    const url = new URL(this.target);
    [url.hostname, url.port] = ['127.0.0.1', String(this.port)];
    return url.href;
  }

  async open(): Promise<void> {
    this.server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [near, far])
        this.sockets.add(socket.on('error', () => [near, far].forEach((one) => one.destroy())));
      near.on('data', (bytes) => this.isSilent || far.write(bytes));
      far.on('data', (bytes) => near.write(bytes));
    });
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }
}

class Nobody extends Authenticator {
  override authenticate(): never {
    throw refuse('unauthenticated');
  }
}

/** Sends nothing until it is released. */
class StuckCarrier extends EventCarrier {
  release: () => void = () => undefined;
  private begin: () => void = () => undefined;
  readonly sending = new Promise<void>((resolve) => (this.begin = resolve));
  private readonly released = new Promise<void>((resolve) => (this.release = resolve));

  silenceMs = 0;

  override async send(): Promise<void> {
    this.begin();
    await this.released;
  }

  override subscribe = () => Promise.resolve();
  override close = () => Promise.resolve();
  override silentMs = () => this.silenceMs;
}

/** A service with its real database, in the composition of a process. */
async function started(
  databaseUrl: string,
  carrier: EventCarrier,
  name = 'health-spec',
): Promise<Application> {
  const service = { name, migrations: [], registrations: [] };
  const authenticator = {
    module: class AuthenticatorModule {},
    providers: [{ provide: Authenticator, useClass: Nobody }],
    exports: [Authenticator],
  };
  return startApplication({
    variables: {
      DATABASE_URL: databaseUrl,
      CALLER_SECRET: 'a secret for specs with its 32 bytes',
      PORT: '0',
    },
    settings: [],
    carrier,
    logger: new PinoLogger('silent', service.name),
    modules: [ServiceModule.for(service), authenticator],
    rateLimit: null,
  });
}

const embedded = () => new EmbeddedCarrier(() => undefined);
const serverUrl = new URL(process.env.DATABASE_URL ?? '');
const line = new Line(serverUrl);
let application: Application;

beforeAll(async () => {
  await line.open();
  application = await started(line.url, embedded());
});
afterAll(async () => {
  await application.close();
  line.cut();
});

const probe = async (path: string, { url } = application) => {
  const response = await fetch(`${url}/health/${path}`);
  return { status: response.status, body: (await response.json()) as any };
};
const isReady = { status: 200, body: { data: { status: 'ok' } } };

test('a process is live and ready, and says what it depends on', async () => {
  expect(await probe('live')).toEqual(isReady);
  const { status, body } = await probe('ready');
  expect([status, body.data.status]).toEqual([200, 'ok']);
  expect(body.data.details).toEqual({
    'health-spec database': { status: 'up', responseTime: expect.any(Number) },
    'health-spec disk': { status: 'up', responseTime: expect.any(Number) },
    'health-spec relay': { status: 'up', responseTime: expect.any(Number) },
    'health-spec messages': { status: 'up', responseTime: expect.any(Number) },
  });
});

test('a database that is gone makes it unready, not dead, and shows no address; then it comes back', async () => {
  line.cut();
  expect(await probe('ready')).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: 'health-spec database: does not respond' },
  });
  expect(await probe('live')).toEqual(isReady);
  await line.open();
  expect((await probe('ready')).status).toBe(200);
});

test('a database that is silent makes it unready before the probe gives up', async () => {
  line.isSilent = true;
  try {
    expect(await probe('ready')).toMatchObject({
      status: 503,
      body: { code: 'unavailable', detail: 'health-spec database: timeout of 2000ms exceeded' },
    });
    expect(await probe('live')).toEqual(isReady);
  } finally {
    line.isSilent = false;
    line.cut(); // what was swallowed never comes
    await line.open();
  }
});

test('a requirement of a service tells its reason', async () => {
  let reason: string | null = 'no rates yet';
  application.app.get(Readiness).requires('rates', async () => {
    if (reason) throw refuse('unavailable', reason);
  });
  expect((await probe('ready')).body.detail).toBe('rates: no rates yet');
  reason = null;
  expect((await probe('ready')).body.data.details.rates.status).toBe('up');
});

test('a process of which a part has stopped is not live, and says which', async () => {
  let silentMs = STALLED_MS;
  application.app.get(Liveness).watch('a loop', () => silentMs);
  expect(await probe('live')).toEqual(isReady);
  silentMs = STALLED_MS + 1_000;
  expect(await probe('live')).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: 'a loop: no sign of life for 301 s' },
  });
  silentMs = Infinity;
  expect((await probe('live')).body.detail).toBe('a loop: has ended');
  silentMs = 0;
});

test('its relay and its consumers are watched', async () => {
  const stuck = new StuckCarrier();
  const stalled = await started(serverUrl.href, stuck, 'health-spec-stuck');
  try {
    const { db, relay } = stalled.app.get(RunningService, { strict: false });
    await db.database.query(
      `INSERT INTO events (stream_id, version, type, data, caller, occurred_on, message_type, message)
       VALUES ('jar_${randomBytes(6).toString('hex')}', 1, 'put', '{}', '{}', now(), 'jar.put', '{}')`,
    );
    relay.trigger();
    await stuck.sending;
    while (relay.silentMs() < 100) await sleep(10);
    stuck.silenceMs = STALLED_MS + 1;
    expect((await probe('live', stalled)).body.detail).toMatch(/^consumers: no sign of life/);
  } finally {
    stuck.release();
    await stalled.close();
  }
});

test('a broker that is away leaves it ready, and is reported', async () => {
  const settings = { brokers: ['127.0.0.1:1'], prefix: 'health-spec', services: ['health-spec'] };
  const carrier = new KafkaCarrier(settings, () => undefined);
  const distributed = await started(serverUrl.href, carrier);
  try {
    const { status, body } = await probe('ready', distributed);
    expect([status, body.data.status]).toEqual([200, 'degraded']);
    expect(body.data.details.broker).toMatchObject({ status: 'degraded', message: 'does not respond' });
  } finally {
    await distributed.close();
  }
});
