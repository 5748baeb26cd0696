/**
 * A service on a database, for `bench/banks.mjs`: its real module, settings, jobs, relay and consumer. It gets the messages of the
 * other services named from their logs, and tells its memory four times a second.
 */
import { SignedCaller, SignedCallerAuthenticator, Authenticator } from '@corridor/http';
import { EmbeddedCarrier } from '@corridor/messaging';
import { PinoLogger, openDatabase, startApplication } from '@corridor/platform';

const [name = '', variables = '{}', ...others] = process.argv.slice(2);
const { service, module } = await partsOf(name);
const env = JSON.parse(variables);
const logger = new PinoLogger('error', name);
const carrier = new EmbeddedCarrier((err) => logger.pino.error({ err }, 'carrier: will retry'));
for (const other of others) {
  const { service } = await partsOf(other);
  carrier.addService(other, (await openDatabase(env.DATABASE_URL, service)).database);
}
const authenticator = new SignedCallerAuthenticator(new SignedCaller(env.CALLER_SECRET));
const authentication = {
  module: class AuthenticationModule {},
  providers: [{ provide: Authenticator, useValue: authenticator }],
  exports: [Authenticator],
};
const { url } = await startApplication({
  variables: env,
  settings: service.settings,
  carrier,
  logger,
  modules: [module, authentication],
  rateLimit: null,
});
process.on('disconnect', () => process.exit());
process.send?.({ url });
setInterval(() => process.send?.({ rss: process.memoryUsage.rss() }), 250);

/** @param {string} name */
async function partsOf(name) {
  const { service, PaymentsModule, LedgerModule } = await import(`@corridor/${name}`);
  return { service, module: PaymentsModule?.in('SANDBOX') ?? LedgerModule };
}
