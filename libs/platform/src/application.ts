import cluster from 'node:cluster';
import { HttpAdapter, type RateLimit, StoredResponses, configureHttp } from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { EmbeddedCarrier, EventCarrier } from '@corridor/messaging';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BrokerHealth } from './health/broker-health.js';
import { HealthMetrics } from './health/health-metrics.js';
import { HealthModule } from './health/health.module.js';
import { exportTraces } from './export-traces.js';
import { MessagesLiveness } from './health/messages-liveness.js';
import { Ids, SystemClock } from './ids.js';
import { PinoLogger } from './logger.js';
import { refuseUndeclared } from './manifest.js';
import { CarrierMetrics } from './metrics/carrier-metrics.js';
import { pageOf } from './metrics/metrics-page.js';
import { serveMetrics } from './metrics/metrics-server.js';
import { Metrics } from './metrics/metrics.js';
import { measureRequests } from './metrics/request-metrics.js';
import { operationsControllers } from './operations/controllers.js';
import { ResponsesOfServices } from './operations/responses-of-services.js';
import { RunsOfServices } from './operations/runs-of-services.js';
import { MessagesHealth } from './processes/messages-health.js';
import { ProcessMetrics } from './processes/processes-metrics.js';
import { RunningService } from './service.js';
import { refuseSimulatedParts } from './simulated-parts.js';
import { type PlatformSettings, platformSettings } from './settings/platform-settings.js';
import type { Variables } from './settings/setting.js';
import { type Settings, settingsModule } from './settings/settings.js';

/** How often a server that ends closes the connections without a request. */
const CLOSE_IDLE_MS = 50;

const INFO = { help: '1, with the environment of the process', labels: ['environment'] };

/** A composition: which services run in this process, and what they share. */
export interface Composition {
  /** Of the process, or of a test. */
  readonly variables: Variables;
  /** What the modules inject, beside `platformSettings`. */
  readonly settings: readonly Settings[];
  readonly carrier: EventCarrier;
  readonly logger: PinoLogger;
  /** The services' modules; one of them, or `more`, provides `Authenticator`. */
  readonly modules: readonly (Type | DynamicModule)[];
  /** Null behind the gateway. */
  readonly rateLimit: RateLimit | null;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted; none by default, and behind the gateway. */
  readonly trustedProxies?: readonly string[];
  /** False in a process that only handles messages; true by default. */
  readonly isListening?: boolean;
  /** Of a process with one service: its name. */
  readonly service?: string;
}

/** Whose port it is, if the composition does not say so. */
const ENTRY = 'gateway';

/** A composition at work. */
export interface Application {
  readonly app: NestFastifyApplication;
  /** Where it listens; empty if it does not. */
  readonly url: string;
  /** Where Prometheus reads it; empty if METRICS_PORT is off, and in one of several processes. */
  readonly metricsUrl: string;
  close(): Promise<void>;
}

/** Starts a composition: databases migrated, relays and consumers at work, then the HTTP port. */
export async function startApplication(composition: Composition): Promise<Application> {
  const { variables, carrier, logger, rateLimit, trustedProxies, isListening = true } = composition;
  const { service: entry = ENTRY } = composition;
  const stopTracing = exportTraces(platformSettings.read(variables), entry, logger.pino);
  const root = rootOf(composition);
  const options = { logger, abortOnError: false }; // the caller reports why it cannot start
  const app = await NestFactory.create<NestFastifyApplication>(
    root,
    new HttpAdapter(trustedProxies),
    options,
  );
  const settings = app.get<PlatformSettings>(platformSettings.KEY);
  const { port, host, environment } = settings;
  const metrics = app.get(Metrics);
  if (environment === 'PRODUCTION') refuseSimulatedParts(app);
  configureHttp(app, { rateLimit });
  metrics.gauge('info', INFO).set({ service: entry, environment }, 1);
  measureRequests(app.getHttpAdapter().getInstance(), entry, metrics);
  for (const { service, consumer } of carrier.isHere ? servicesOf(app) : []) {
    app.connectMicroservice<MicroserviceOptions>({ strategy: consumer }, { inheritAppConfig: false });
    refuseUndeclared(service, consumer.getHandlers().keys());
  }
  await app.startAllMicroservices();
  if (carrier instanceof EmbeddedCarrier) carrier.start();
  await app.init();
  // Not through Nest, which also logs the error that it throws, and the caller reports it.
  const url = isListening ? await app.getHttpAdapter().getInstance().listen({ port, host }) : '';
  // Of several processes, the first one serves those of all.
  const page = cluster.isWorker
    ? null
    : await serveMetrics(settings, (format) => pageOf(metrics, format), logger);
  const stop = async () => {
    await stopTracing();
    await page?.close();
  };
  return { app, url, metricsUrl: page?.url ?? '', close: () => close(app, stop) };
}

/** Connections of requests that were in progress are closed after their responses: clients keep them open for later ones. */
async function close(app: NestFastifyApplication, andThen: () => Promise<void>): Promise<void> {
  const server = app.getHttpServer();
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(closing);
    await andThen();
  }
}

/** The module that holds all others. */
export const rootOf = (composition: Omit<Composition, 'rateLimit'>): DynamicModule => ({
  module: class Composition {},
  imports: [
    settingsModule(composition.variables, [platformSettings, ...composition.settings]),
    platform(composition),
    ...composition.modules,
  ],
});

const servicesOf = (app: NestFastifyApplication): RunningService[] =>
  app.get<RunningService>(RunningService, { strict: false, each: true });

/** What every service finds: clock, ids, log, carrier; and the probes. */
function platform({ carrier, logger }: Omit<Composition, 'rateLimit'>): DynamicModule {
  const clock = new SystemClock();
  const values: [unknown, unknown][] = [
    [EventCarrier, carrier],
    [PinoLogger, logger],
    [Clock, clock],
    [Ids, new Ids(clock)],
  ];
  const providers = values.map(([provide, useValue]) => ({ provide: provide as Type, useValue }));
  const storedResponses = { provide: StoredResponses, useClass: ResponsesOfServices };
  return {
    module: class Platform {},
    global: true,
    imports: [HealthModule],
    controllers: [...operationsControllers],
    providers: [
      ...providers,
      ...[Metrics, CarrierMetrics, HealthMetrics, ProcessMetrics],
      ...[BrokerHealth, MessagesHealth, MessagesLiveness],
      ...[RunsOfServices, storedResponses],
    ],
    exports: [...providers.map(({ provide }) => provide), Metrics, RunsOfServices, HealthModule],
  };
}
