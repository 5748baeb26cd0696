import { randomBytes } from 'node:crypto';
import { EventStore, ReadModels } from '@corridor/event-store';
import { Authenticator } from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { CarrierElsewhere, EmbeddedCarrier } from '@corridor/messaging';
import {
  Ids,
  type Manifest,
  type OpenDatabase,
  PinoLogger,
  RunningService,
  type Service,
  rootOf,
  runRegistrations,
} from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import type { DynamicModule, Type } from '@nestjs/common';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import type { TestServiceOptions } from './test-service.js';

/** The database is the test's own: nothing connects to this one. */
const suppliedToTests = { DATABASE_URL: 'postgres://none', CALLER_SECRET: randomBytes(32).toString('hex') };

/** The module of a service in the composition that it has otherwise, on a database and a clock of the test's own. */
export function testModule(
  db: OpenDatabase,
  service: Service,
  module: Type | DynamicModule,
  {
    clock,
    variables = {},
    settings = [],
    providers = [],
    controllers = [],
    modules = [],
    ...options
  }: TestServiceOptions,
  authenticator: Authenticator,
): TestingModuleBuilder {
  const carrier = new EmbeddedCarrier(() => undefined); // never started
  carrier.addService(service.name, db.database);
  const root = rootOf({
    variables: { ...suppliedToTests, ...variables },
    settings: [...('settings' in service ? (service as Manifest).settings : []), ...settings],
    carrier,
    logger: new PinoLogger('silent', service.name),
    modules: [module, ...modules, ...(options.hasAuthenticator ? [] : [authenticatorModule(authenticator)])],
  });
  const running = {
    service,
    carrier: new CarrierElsewhere(), // a run is started, and not executed
    db,
    store: new EventStore(
      service.name,
      db.database,
      [...service.registrations, ...runRegistrations],
      messageRegistry,
      clock,
    ),
    readModels: new ReadModels(db.database, db.searches, clock),
    policies: [],
  };
  const builder = Test.createTestingModule({ imports: [root], controllers: [...controllers] })
    .overrideProvider(RunningService)
    .useValue(running)
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(Ids)
    .useValue(new Ids(clock));
  for (const { provide, useValue } of providers) builder.overrideProvider(provide).useValue(useValue);
  return builder;
}

const authenticatorModule = (authenticator: Authenticator): DynamicModule => ({
  module: class AuthenticatorModule {},
  providers: [{ provide: Authenticator, useValue: authenticator }],
  exports: [Authenticator],
});
