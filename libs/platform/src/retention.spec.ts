import { Authenticator } from '@corridor/http';
import { Database } from '@corridor/event-store';
import { EmbeddedCarrier } from '@corridor/messaging';
import { Logger } from '@nestjs/common';
import { type Application, startApplication } from './application.js';
import { PinoLogger } from './logger.js';
import { Retention } from './retention.js';
import { ServiceModule } from './service.js';

class Nobody extends Authenticator {
  override authenticate(): never {
    throw new Error('nobody calls');
  }
}

let application: Application;
let database: Database;
beforeAll(async () => {
  const service = { name: `test-retention-${process.pid}`, migrations: [], registrations: [] };
  const authenticator = {
    module: class AuthenticatorModule {},
    providers: [{ provide: Authenticator, useClass: Nobody }],
    exports: [Authenticator],
  };
  application = await startApplication({
    variables: {
      DATABASE_URL: process.env.DATABASE_URL,
      CALLER_SECRET: 'c'.repeat(32),
    },
    settings: [],
    carrier: new EmbeddedCarrier(() => undefined),
    logger: new PinoLogger('silent', 'test'),
    modules: [ServiceModule.for(service), authenticator],
    rateLimit: null,
    isListening: false,
  });
  database = application.app.get(Database, { strict: false });
});
afterAll(() => application.close());

test('a service without this setting removes responses after seven days, keeps their keys, and logs how many', async () => {
  for (const [key, days] of [
    ['young', 6],
    ['old', 8],
    ['older', 300],
  ] as const)
    await database.query(
      `INSERT INTO idempotency_key (scope, operation, key, fingerprint, resource_id, response, created_on)
       VALUES ('client', 'put', $1, 'same', 'id', '{}', now() - make_interval(days => $2))`,
      [key, days],
    );
  const log = jest.spyOn(Logger.prototype, 'log');
  const retention = application.app.get(Retention, { strict: false });
  await retention.turn();
  await retention.turn();
  expect(log.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/^test-retention-\d+: removed 2 idempotent responses$/),
  ]);
  const left = await database.query('SELECT key FROM idempotency_key WHERE response IS NOT NULL AND $1', [
    true,
  ]);
  expect(left).toEqual([{ key: 'young' }]);
  const keys = await database.query(
    'SELECT key FROM idempotency_key WHERE resource_id IS NOT NULL AND $1 ORDER BY key',
    [true],
  );
  expect(keys).toEqual([{ key: 'old' }, { key: 'older' }, { key: 'young' }]);
});
