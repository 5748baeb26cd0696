import { EventStore, type ReadModel, ReadModels, type Versioned, type View } from '@corridor/event-store';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type as Schema } from 'typebox';
import { TheCaller } from '../authentication/authenticator.js';
import { type Permission, Requires } from '../authentication/permission.js';
import { Extension, Operation, Returns } from '../documentation/operation.js';

const MOST_VERSIONS = 100;

/**
 * `GET /v1/payments/{id}/versions`: a record after each of its changes, for whoever may read the record.
 * @param one in a sentence: `a payment`
 */
export function recordVersions(
  model: ReadModel & View<Versioned, never>,
  aggregate: { readonly name: string },
  { tag, operation, one }: { readonly tag: string; readonly operation: string; readonly one: string },
): Type {
  const { name, item, permission } = model.searchable;

  @ApiTags(tag)
  @Extension()
  @Controller(`v1/${name}`)
  class Versions {
    constructor(
      readonly store: EventStore,
      readonly readModels: ReadModels,
    ) {}

    @Operation(
      operation,
      `Returns ${one} after each of its changes`,
      `The newest first, at most the last ${MOST_VERSIONS}. \`auditHistory\` has the number of each version, who has made it and when. They are derived from the events of the record, so an earlier version has each field that there is today.`,
    )
    @Returns(Schema.Array(item))
    @Requires(permission as Permission)
    @Get(':id/versions')
    async of(@Param('id') id: string, @TheCaller() caller: Caller) {
      await this.readModels.one(model, id, caller);
      return (await this.store.versions(aggregate, id, MOST_VERSIONS)).toReversed();
    }
  }
  return Object.defineProperty(Versions, 'name', { value: `Versions(${name})` });
}
