import { Database, EventStore, ReadModels } from '@corridor/event-store';
import { Authenticator } from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { Config, Ids, type OpenDatabase, Readiness, type Service } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { type DynamicModule, Global, Module, type Provider, type Type } from '@nestjs/common';
import type { TestServiceOptions } from './test-service.js';

/** The module of a service on what its platform gives it otherwise. */
export function testModule(
  db: OpenDatabase,
  service: Service,
  module: Type | DynamicModule,
  { clock, variables = {}, providers = [], controllers = [], modules = [] }: TestServiceOptions,
  authenticator: Authenticator,
): Type {
  const parts = partsOf(module);
  const platform: [unknown, unknown][] = [
    [Config, new Config(variables)],
    [Clock, clock],
    [Ids, new Ids(clock)],
    [Readiness, new Readiness()],
    [Database, db.database],
    [EventStore, new EventStore(service.name, db.database, service.registrations, messageRegistry, clock)],
    [ReadModels, new ReadModels(db.database, db.searches, clock)],
    [Authenticator, authenticator],
  ];
  @Global()
  @Module({
    imports: [...modules],
    controllers: [...parts.controllers, ...controllers],
    // Of the same token the last one counts.
    providers: [
      ...platform.map(([provide, useValue]) => ({ provide: provide as Type, useValue })),
      ...parts.providers,
      ...providers,
    ],
    exports: [Config, Authenticator],
  })
  class TestModule {}
  return TestModule;
}

/** What a module consists of, without what it stands on. */
function partsOf(module: Type | DynamicModule): { controllers: Type[]; providers: Provider[] } {
  const dynamic: DynamicModule = 'module' in module ? module : { module };
  const of = <Part>(what: 'controllers' | 'providers') => [
    ...((Reflect.getMetadata(what, dynamic.module) ?? []) as Part[]),
    ...((dynamic[what] ?? []) as Part[]),
  ];
  return { controllers: of<Type>('controllers'), providers: of<Provider>('providers') };
}
