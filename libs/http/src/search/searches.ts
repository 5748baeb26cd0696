import { type ReadModel, EventStore, ReadModels, type Where } from '@corridor/event-store';
import { type Caller, refuse } from '@corridor/kernel';
import {
  LISTED,
  LISTED_FOR_STAFF,
  type RequestedSearch,
  type Search,
  type Searchable,
  searchOf,
} from '@corridor/search';
import { Controller, Get, Post, Query, type Type, applyDecorators } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { type Permission, Requires } from '../authentication/permission.js';
import { Body } from '../body/body.js';
import { OPERATOR } from '../authentication/operator.guard.js';
import { ReturnsPage, Extension, Operation, Refuses } from '../documentation/operation.js';
import { NoIdempotencyKey } from '../idempotency/idempotent.js';
import { type MoreRules, checkedBody, checkedQuery } from '../input/input-pipe.js';
import { Asking, type Asked, untilHangUp } from './asked.js';
import { ListQuery, requestedByQuery } from './list-query.js';
import { SearchBody, requestedByBody } from './search-body.js';

/** The routes of a collection's searches. */
export interface SearchRoutes {
  /** Default: the name of the collection. */
  readonly path?: string;
  /** The name of its operations: `searchPayments`. */
  readonly operation: string;
  /** `the payments`, in a sentence. */
  readonly words: string;
  readonly tag: string;
  /** Conditions that follow from the path. */
  readonly within?: (parameters: PathParameters, caller: Caller, known: Known) => Promise<Where>;
  /** Whether the GET form is an extension too. */
  readonly isExtension?: boolean;
}

/** Checks whether the record in the path exists. */
export interface Known {
  readonly store: EventStore;
  readonly readModels: ReadModels;
}

export type PathParameters = Readonly<Record<string, string>>;

/** The contract says what is indexed. @throws Error unless that is true */
export function checkIndexed({ table, searchable, columns, texts }: ReadModel): void {
  const indexed = [...Object.keys(columns), ...Object.keys(texts?.columns ?? {})];
  if (String([...searchable.indexed].sort()) !== String(indexed.sort()))
    throw new Error(`the columns and texts of ${table} are not the indexed fields of ${searchable.name}`);
}

/**
 * The searches of a collection (interface-spec 4.1, decisions §5): GET and POST, and the same below
 * `/v1/clients/{clientId}`, where only the caller's client exists.
 */
export function searches(collection: ReadModel, routes: SearchRoutes): Type {
  checkIndexed(collection);
  if (collection.isOfAllClients) throw new Error(`clients would read the ${collection.table} of others`);
  const { searchable } = collection;
  const { path = searchable.name, operation, words, tag, within, isExtension = false } = routes;
  const Published = () => (isExtension ? Extension() : applyDecorators());
  const ofClient = `clients/:clientId/${path}`;
  const Searching = (at: string, id: string, summary: string) => search(searchable, at, id, summary);

  @ApiTags(tag)
  @Controller('v1')
  class Searches {
    static readonly collection = collection;

    constructor(
      readonly readModels: ReadModels,
      readonly store: EventStore,
    ) {}

    @Searching(path, operation, `Searches ${words}`)
    @Published()
    @Get(path)
    get(@Query() query: ListQuery, @Asking() asked: Asked) {
      return this.respond(asked, byQuery(query));
    }

    @Searching(path, `${operation}ByBody`, `Searches ${words}, with the query in the body`)
    @PostSearch(path)
    post(@Body() body: SearchBody, @Asking() asked: Asked) {
      return this.respond(asked, byBody(body));
    }

    @Searching(ofClient, `${operation}OfClient`, `Searches ${words} of your client`)
    @Published()
    @Get(ofClient)
    getOfClient(@Query() query: ListQuery, @Asking() asked: Asked) {
      return this.respond(asked, byQuery(query));
    }

    @Searching(
      ofClient,
      `${operation}OfClientByBody`,
      `Searches ${words} of your client, with the query in the body`,
    )
    @PostSearch(ofClient)
    postOfClient(@Body() body: SearchBody, @Asking() asked: Asked) {
      return this.respond(asked, byBody(body));
    }

    private async respond(asked: Asked, read: Reading) {
      const { parameters, caller } = asked;
      const { clientId = caller.client.id } = parameters;
      if (clientId !== caller.client.id) throw refuse('not_found');
      const where = (await within?.(parameters, caller, this)) ?? {};
      return found(this.readModels, collection, asked, read, where);
    }
  }
  return Object.defineProperty(Searches, 'name', { value: `Searches(${path})` });
}

/** The page that was asked for, within further conditions. */
export async function found(
  readModels: ReadModels,
  collection: ReadModel,
  asked: Asked,
  read: Reading,
  where: Where = {},
) {
  const { searchable } = collection;
  const { caller } = asked;
  const listed = caller.client.id === OPERATOR.id ? LISTED_FOR_STAFF : LISTED;
  let search: Search | undefined;
  await read((requested) => {
    const scope = JSON.stringify([searchable.name, caller.client.id, where]);
    const { issues, ...checked } = searchOf(searchable, requested, scope, listed);
    search = checked.search;
    return issues;
  });
  return untilHangUp(asked, (hungUp) =>
    readModels.search(collection, search as Search, caller, where, hungUp),
  );
}

/** Reads the requested search in either form, and checks it together with the form's own issues. */
export type Reading = (
  issuesOf: (requested: RequestedSearch) => ReturnType<MoreRules<object>>,
) => Promise<unknown>;

export const byQuery =
  (query: ListQuery): Reading =>
  (issuesOf) =>
    checkedQuery(query, ListQuery, (input, isFine) => issuesOf(requestedByQuery(input, isFine)));

export const byBody =
  (body: SearchBody): Reading =>
  (issuesOf) =>
    checkedBody(body, SearchBody, (input, isFine) => issuesOf(requestedByBody(input, isFine)));

export const PostSearch = (path: string): MethodDecorator =>
  applyDecorators(Extension(), NoIdempotencyKey(), Post(`${path}/search`));

/** Documents a search. */
export function search(
  { item, permission }: Searchable,
  path: string,
  id: string,
  summary: string,
): MethodDecorator {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return applyDecorators(
    Operation(id, summary),
    ReturnsPage(item),
    Refuses('query_too_slow'),
    Requires(permission as Permission),
    ...names.map((name) => ApiParam({ name, schema: { type: 'string' } })),
  );
}
