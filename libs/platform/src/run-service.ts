import { Authenticator, SignedCaller, SignedCallerAuthenticator } from '@corridor/http';
import { KafkaCarrier } from '@corridor/messaging';
import { SERVICES } from '@corridor/services';
import type { DynamicModule, Type } from '@nestjs/common';
import { type Application, startApplication } from './application.js';
import { Config } from './config.js';
import { PinoLogger } from './logger.js';
import type { Service } from './service.js';

/**
 * Runs one service as a process of the distributed composition, on Kafka. It answers only what the gateway has signed.
 * SIGTERM and SIGINT end it in order; a consumer that has stopped for good ends it with exit code 1.
 */
export async function runService(service: Service, module: Type | DynamicModule): Promise<Application> {
  const config = new Config(process.env);
  const authenticator = new SignedCallerAuthenticator(new SignedCaller(config.text('CALLER_SECRET')));
  return runProcess(config, service.name, [module, provideAuthenticator(authenticator)], null);
}

/** A process with its own carrier, log and end. */
export async function runProcess(
  config: Config,
  name: string,
  modules: readonly (Type | DynamicModule)[],
  rateLimit: { perSecond: number; burst: number } | null,
): Promise<Application> {
  config.text('DATABASE_URL'); // named here, not as an invalid URL later
  const logger = new PinoLogger(config.logLevel, name);
  const carrier = new KafkaCarrier(
    {
      brokers: config.kafkaBrokers,
      prefix: config.topicPrefix,
      services: SERVICES,
      replicationFactor: config.kafkaReplicationFactor,
    },
    (err) => logger.pino.warn({ err }, 'kafka: will try again'),
    (err) => {
      logger.pino.fatal({ err }, 'kafka: the consumer has stopped');
      process.exit(1);
    },
  );
  const application = await startApplication({ config, carrier, logger, modules, rateLimit });
  endOnSignal(application, logger);
  logger.pino.info({ url: application.url }, 'listening');
  return application;
}

/**
 * Ends the application once, on the first signal; a second signal ends the process at once.
 * @returns tells whether a signal has come
 */
export function endOnSignal(
  application: Application,
  logger: PinoLogger,
  andThen = async () => {},
): () => boolean {
  let isEnding = false;
  const end = async () => {
    if (isEnding) process.exit(130);
    isEnding = true;
    try {
      await application.close();
      await andThen();
      process.exit(0);
    } catch (err) {
      logger.pino.error({ err }, 'could not end in order');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
  return () => isEnding;
}

const provideAuthenticator = (authenticator: Authenticator): DynamicModule => ({
  module: class AuthenticatorModule {},
  providers: [{ provide: Authenticator, useValue: authenticator }],
  exports: [Authenticator],
});
