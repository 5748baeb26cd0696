import { Authenticator } from '@corridor/http';
import { EmbeddedCarrier, EventCarrier } from '@corridor/messaging';
import { type Application, startApplication } from '../application.js';
import { PinoLogger } from '../logger.js';
import { ServiceModule } from '../service.js';
import { CarrierMetrics } from './carrier-metrics.js';
import { Metrics } from './metrics.js';

class Nobody extends Authenticator {
  override authenticate(): never {
    throw new Error('nobody calls');
  }
}

describe('the page of a process', () => {
  let application: Application;
  beforeAll(async () => {
    const service = { name: `test-metrics-${process.pid}`, migrations: [], registrations: [] };
    application = await startApplication({
      variables: {
        DATABASE_URL: process.env.DATABASE_URL,
        CALLER_SECRET: 'c'.repeat(32),
        PORT: '0',
      },
      settings: [],
      carrier: new EmbeddedCarrier(() => undefined),
      logger: new PinoLogger('silent', 'test'),
      modules: [
        ServiceModule.for(service),
        {
          module: class AuthenticatorModule {},
          providers: [{ provide: Authenticator, useClass: Nobody }],
          exports: [Authenticator],
        },
      ],
      rateLimit: null,
    });
  });
  afterAll(() => application.close());

  test('has its environment, its health and its requests by route and status, and no ids', async () => {
    for (const path of ['/health/live', '/nothing/cli_1']) await (await fetch(application.url + path)).text();
    const page = await (await fetch(application.metricsUrl)).text();
    expect(page).toMatch(/^corridor_info\{service="\S+",environment="SANDBOX"\} 1$/m);
    expect(page).toMatch(/^corridor_health\{service="all",check="\S+ database"\} 1$/m);
    expect(page).toMatch(
      /^corridor_http_request_duration_seconds_count\{.*route="\/health\/live",status="2xx"\} 1$/m,
    );
    expect(page).toMatch(/^corridor_http_request_duration_seconds_count\{.*route="none",status="4xx"\} 1$/m);
    expect(page).not.toContain('cli_1');
    expect(page).toMatch(/^nodejs_eventloop_lag_seconds \S+$/m);
  });
});

class Behind extends EventCarrier {
  override get moved() {
    return [{ consumer: 'timeline', source: 'ledger', at: new Date(5_000) }];
  }

  override get restored() {
    return [{ consumer: 'timeline', at: new Date(7_000) }];
  }

  override async lags() {
    return [{ consumer: 'timeline', source: 'payments', messages: 7 }];
  }

  override async send(): Promise<void> {}
  override async subscribe(): Promise<void> {}
  override async close(): Promise<void> {}
}

test('how far a consumer is behind each source, when it has last gone on, and that its database was restored', async () => {
  const metrics = new Metrics();
  expect(new CarrierMetrics(new Behind(), metrics)).toBeDefined();
  await metrics.read(false);
  const page = await metrics.registry.metrics();
  expect(page).toContain('corridor_consumer_lag_messages{service="timeline",source="payments"} 7');
  expect(page).toContain(
    'corridor_consumer_last_delivery_timestamp_seconds{service="timeline",source="ledger"} 5',
  );
  expect(page).toContain('corridor_consumer_database_restored_timestamp_seconds{service="timeline"} 7');
});
