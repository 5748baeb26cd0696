import { type ReadModel, ReadModels, type Where, recordsOfAllClients } from '@corridor/event-store';
import { ofClient } from '@corridor/contracts';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Query, type Type, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { TObject } from 'typebox';
import { OperatorGuard } from '../authentication/operator.guard.js';
import { type Permission, Requires } from '../authentication/permission.js';
import { Body } from '../body/body.js';
import { ForOperator, Operation, Returns } from '../documentation/operation.js';
import { Asking, type Asked } from './asked.js';
import { OperatorListQuery } from './list-query.js';
import { SearchBody } from './search-body.js';
import {
  type PathParameters,
  type Reading,
  type SearchRoutes,
  PostSearch,
  byBody,
  byQuery,
  checkIndexed,
  found,
  search,
} from './searches.js';

/** The routes of a collection's searches for staff. */
export interface OperatorSearchRoutes extends Pick<SearchRoutes, 'path' | 'operation' | 'words' | 'tag'> {
  /** Conditions that follow from the path and the caller. @throws Refusal not_found */
  readonly within?: (parameters: PathParameters, readModels: ReadModels, caller: Caller) => Promise<Where>;
}

/** The searches of a collection for staff: GET and POST below `/operator/v1`. */
export function operatorSearches(
  collection: ReadModel,
  { path = collection.searchable.name, operation, words, tag, within }: OperatorSearchRoutes,
): Type {
  checkIndexed(collection);
  const { searchable } = collection;

  @ApiTags(tag)
  @ForOperator()
  @UseGuards(OperatorGuard)
  @Controller('operator/v1')
  class Searches {
    constructor(readonly readModels: ReadModels) {}

    @search(searchable, path, operation, `Searches ${words}`)
    @Get(path)
    get(@Query() query: OperatorListQuery, @Asking() asked: Asked) {
      return this.respond(asked, byQuery(query));
    }

    @search(searchable, path, `${operation}ByBody`, `Searches ${words}, with the query in the body`)
    @PostSearch(path)
    post(@Body() body: SearchBody, @Asking() asked: Asked) {
      return this.respond(asked, byBody(body));
    }

    private async respond(asked: Asked, read: Reading) {
      const where = await within?.(asked.parameters, this.readModels, asked.caller);
      return found(this.readModels, collection, asked, read, where);
    }
  }
  return Object.defineProperty(Searches, 'name', { value: `OperatorSearches(${path})` });
}

/**
 * What staff read of a collection of clients, over all of them: `GET /operator/v1/payments`, its POST form, and `GET …/{id}`. The
 * searches are those of clients, with the field `clientId`.
 * @param one in a sentence: `a payment instruction`
 * @param record the whole record, where lists contain a part of it
 */
export function recordsForStaff(model: ReadModel, one: string, record?: TObject): Type {
  const collection = recordsOfAllClients(model);
  const { name, permission } = collection.searchable;
  const Searches = operatorSearches(collection, {
    tag: 'Records',
    operation: `searchAll${inCamelCase(name)}`,
    words: `the ${name.replaceAll('-', ' ')} of all clients`,
  }) as Type<{ readonly readModels: ReadModels }>;

  @ForOperator()
  class Records extends Searches {
    @Operation(`get${inCamelCase(one.replace(/^an? /, ''))}OfClient`, `Returns ${one} of any client`)
    @Returns(record ? ofClient(record) : collection.searchable.item)
    @Requires(permission as Permission)
    @Get(`${name}/:id`)
    record(@Param('id') id: string) {
      return this.readModels.ofAnyClient(collection, id);
    }
  }
  return Object.defineProperty(Records, 'name', { value: `RecordsForStaff(${name})` });
}

const inCamelCase = (words: string): string =>
  words.replace(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
