import cluster from 'node:cluster';
import { Authenticator, SignedCaller, SignedCallerAuthenticator } from '@corridor/http';
import type { Environment } from '@corridor/kernel';
import { KafkaCarrier, kafkaRefusal } from '@corridor/messaging';
import { SERVICES } from '@corridor/services';
import type { DynamicModule, Type } from '@nestjs/common';
import { type Application, type Composition, startApplication } from './application.js';
import { END_SIGNALS } from './end-signals.js';
import { PinoLogger } from './logger.js';
import type { Manifest } from './manifest.js';
import { startProcesses } from './processes/processes.js';
import { runWorker } from './processes/worker.js';
import { listenFailure } from './start-failure.js';
import { kafkaSettings, platformSettings } from './settings/platform-settings.js';
import type { Variables } from './settings/setting.js';
import { type Settings, InvalidSettings, checkSettings } from './settings/settings.js';

/**
 * Runs one service as a process of the distributed composition, on Kafka. It accepts only requests signed by the
 * gateway. SIGTERM and SIGINT shut it down gracefully.
 */
export function runService(
  service: Manifest,
  moduleIn: (environment: Environment) => Type | DynamicModule,
): Promise<void> {
  return runProcess(service.name, service.settings, (variables) => {
    const { callerSecrets, environment } = platformSettings.read(variables);
    const authenticator = new SignedCallerAuthenticator(new SignedCaller(...callerSecrets));
    return { modules: [moduleIn(environment), provideAuthenticator(authenticator)], rateLimit: null };
  });
}

/**
 * A program with its own carrier, log and end, in as many processes as WEB_CONCURRENCY says. It starts with all settings
 * right or not at all: if it cannot start, it logs why in one line and exits with code 1.
 * @param parts what it is made of, once they are known to be right
 */
export async function runProcess(
  name: string,
  own: readonly Settings[],
  parts: (variables: Variables) => Pick<Composition, 'modules' | 'rateLimit' | 'trustedProxies'>,
): Promise<void> {
  const variables = process.env;
  const warnings = settingsOrExit(name, [platformSettings, kafkaSettings, ...own]);
  const { logLevel, webConcurrency } = platformSettings.read(variables);
  const logger = new PinoLogger(logLevel, name, cluster.isWorker ? { pid: process.pid } : {});
  const start = () => {
    const carrier = kafkaCarrier(variables, logger);
    return startApplication({
      variables,
      settings: own,
      carrier,
      logger,
      service: name,
      ...parts(variables),
    });
  };
  if (cluster.isWorker) return runWorker(start, logger);
  for (const warning of warnings) logger.pino.warn(warning);
  const roles = Array<string>(webConcurrency).fill(name);
  const starting = webConcurrency === 1 ? start() : startProcesses(roles, variables, logger);
  const application = await starting.catch((err: unknown) => {
    const why = listenFailure(err);
    logger.pino.fatal(why ? {} : { err }, `cannot start: ${why ?? (err as Error).message}`);
    return process.exit(1);
  });
  endOnSignal(application, logger);
  logger.pino.info({ url: application.url }, 'listening');
}

function kafkaCarrier(variables: Variables, logger: PinoLogger): KafkaCarrier {
  const { topicPrefix: prefix } = platformSettings.read(variables);
  const settings = { ...kafkaSettings.read(variables), prefix, services: SERVICES };
  return new KafkaCarrier(settings, (err) => {
    const why = kafkaRefusal(err);
    if (why) logger.pino.error(`kafka: ${why}`);
    else logger.pino.warn({ err }, 'kafka: will retry');
  });
}

/** Ends the process with exit code 1 where settings are wrong: one line that names all of them. */
function settingsOrExit(name: string, settings: readonly Settings[]): string[] {
  try {
    return checkSettings(process.env, settings);
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    new PinoLogger('info', name).pino.fatal({ settings: error.errors }, 'cannot start: invalid settings');
    process.exit(1);
  }
}

/** How long an end in order may take: less than the 30 s after which Kubernetes kills a process. */
const END_TIMEOUT_MS = 25_000;

/**
 * Ends the application once, on the first signal; a second signal ends the process at once. What does not end in order, because
 * a database does not respond, is killed after 25 s: nothing that is committed depends on it.
 * @returns tells whether a signal has come
 */
export function endOnSignal(
  application: Pick<Application, 'close'>,
  logger: PinoLogger,
  andThen = async () => {},
): () => boolean {
  let isEnding = false;
  const end = async () => {
    if (isEnding) process.exit(130);
    isEnding = true;
    setTimeout(() => {
      logger.pino.fatal(`could not end in order within ${END_TIMEOUT_MS / 1000} s, and is killed`);
      process.kill(process.pid, 'SIGKILL'); // `process.exit` can wait for threads for ever
    }, END_TIMEOUT_MS).unref();
    try {
      await application.close();
      await andThen();
      process.exit(0);
    } catch (err) {
      logger.pino.error({ err }, 'could not end in order');
      process.exit(1);
    }
  };
  for (const signal of END_SIGNALS) process.on(signal, () => void end());
  return () => isEnding;
}

const provideAuthenticator = (authenticator: Authenticator): DynamicModule => ({
  module: class AuthenticatorModule {},
  providers: [{ provide: Authenticator, useValue: authenticator }],
  exports: [Authenticator],
});
