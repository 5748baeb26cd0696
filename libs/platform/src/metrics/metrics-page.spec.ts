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

  const read = async (accept: string) => {
    const response = await fetch(application.metricsUrl, { headers: { accept } });
    return { type: response.headers.get('content-type'), page: await response.text() };
  };
  const namesIn = ({ page }: { page: string }) => page.match(/^# TYPE .*$/gm);

  test('as OpenMetrics it has the trace of a request in each bucket, and the text stays as it is', async () => {
    const before = await read('text/plain');
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await fetch(`${application.url}/nothing`, { headers: { traceparent } });
    const { type, page } = await read('application/openmetrics-text;version=1.0.0,text/plain;q=0.5');
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(page).toMatch(
      new RegExp(
        `^corridor_http_request_duration_seconds_bucket\\{.*route="none".*\\} \\d+ # \\{trace_id="${traceId}"\\} \\S+ \\S+$`,
        'm',
      ),
    );
    expect(page).toMatch(/^# TYPE corridor_relay_published counter$/m);
    expect(page).toMatch(/^corridor_relay_published_total\{.*\} 0$/m);
    expect(page).toMatch(/\n# EOF\n$/);
    const after = await read('text/plain');
    expect([after.type, namesIn(after)]).toEqual([before.type, namesIn(before)]);
    expect(after.page).not.toContain(traceId);
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
