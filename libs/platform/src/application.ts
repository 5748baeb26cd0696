import { HttpAdapter, configureHttp, type RateLimit } from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { EmbeddedCarrier, EventCarrier } from '@corridor/messaging';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BrokerHealth } from './health/broker-health.js';
import { HealthModule } from './health/health.module.js';
import { Ids, SystemClock } from './ids.js';
import { PinoLogger } from './logger.js';
import { refuseUndeclared } from './manifest.js';
import { MessagesHealth } from './processes/messages-health.js';
import { RunningService } from './service.js';
import { refuseSimulatedParts } from './simulated-parts.js';
import { type PlatformSettings, platformSettings } from './settings/platform-settings.js';
import type { Variables } from './settings/setting.js';
import { type Settings, settingsModule } from './settings/settings.js';

/** How often a server that ends closes the connections without a request. */
const CLOSE_IDLE_MS = 50;

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
}

/** A composition at work. */
export interface Application {
  readonly app: NestFastifyApplication;
  /** Where it listens; empty if it does not. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a composition: databases migrated, relays and consumers at work, then the HTTP port. */
export async function startApplication(composition: Composition): Promise<Application> {
  const { carrier, logger, rateLimit, trustedProxies, isListening = true } = composition;
  const root = rootOf(composition);
  const options = { logger, abortOnError: false }; // the caller reports why it cannot start
  const app = await NestFactory.create<NestFastifyApplication>(
    root,
    new HttpAdapter(trustedProxies),
    options,
  );
  const { port, host, environment } = app.get<PlatformSettings>(platformSettings.KEY);
  if (environment === 'PRODUCTION') refuseSimulatedParts(app);
  configureHttp(app, { rateLimit });
  for (const { service, consumer } of carrier.isHere ? servicesOf(app) : []) {
    app.connectMicroservice<MicroserviceOptions>({ strategy: consumer }, { inheritAppConfig: false });
    refuseUndeclared(service, consumer.getHandlers().keys());
  }
  await app.startAllMicroservices();
  if (carrier instanceof EmbeddedCarrier) carrier.start();
  await app.init();
  // Not through Nest, which also logs the error that it throws, and the caller reports it.
  const url = isListening ? await app.getHttpAdapter().getInstance().listen({ port, host }) : '';
  return { app, url, close: () => close(app) };
}

/** Connections of requests that were in progress are closed after their responses: clients keep them open for later ones. */
async function close(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer();
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(closing);
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
  return {
    module: class Platform {},
    global: true,
    imports: [HealthModule],
    providers: [...providers, BrokerHealth, MessagesHealth],
    exports: [...providers.map(({ provide }) => provide), HealthModule],
  };
}
