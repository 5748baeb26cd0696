import { schemas } from '@corridor/gateway-contract';
import { EventStore } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  Extension,
  Operation,
  Refuses,
  Requires,
  TheCaller,
  Idempotent,
} from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Post, Req } from '@nestjs/common';
import { ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { OtherProcesses } from '../other-processes.js';
import { ApiKeyBody } from './api-key.body.js';
import { apiKey, revokeApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.js';
import { OwnApiKeys } from './own-api-keys.js';

/** The keys of a user who has logged in (decisions §9). A key cannot create another key. */
@ApiTags('Identity')
@Extension()
@ApiSecurity('bearer')
@Controller('v1/api-keys')
export class ApiKeyController {
  constructor(
    private readonly store: EventStore,
    private readonly keys: ApiKeys,
    private readonly own: OwnApiKeys,
    private readonly others: OtherProcesses,
  ) {}

  @Operation('listOwnApiKeys', 'Lists your API keys', 'Newest first, including revoked keys, at most 1000.')
  @Returns(schemas.ownApiKeys)
  @Refuses('bearer_token_required')
  @Requires('api-keys:manage')
  @Get()
  async list(@TheCaller() caller: Caller) {
    return this.own.list(await this.own.user(caller));
  }

  @Operation(
    'createOwnApiKey',
    'Creates an API key',
    'With all or some of the permissions of the calling user. Only this response contains the secret.',
  )
  @Returns(schemas.newApiKey)
  @Refuses('bearer_token_required', 'limit_reached')
  @Requires('api-keys:manage')
  @Idempotent({ perUser: true })
  @Post()
  async create(
    @Body() body: ApiKeyBody,
    @Command() command: CommandContext,
    @Req() { token }: FastifyRequest,
  ) {
    const user = await this.own.user(command.caller);
    return this.keys.create(user, { ...body, secret: null }, command, token ?? null);
  }

  @Operation('revokeOwnApiKey', 'Revokes one of your API keys', 'Immediately and permanently.')
  @Returns(schemas.apiKey)
  @Refuses('bearer_token_required')
  @Requires('api-keys:manage')
  @Idempotent()
  @Post(':id/revoke')
  async revoke(@Param('id') id: string, @Command() command: CommandContext) {
    await this.own.mustHave(await this.own.user(command.caller), id);
    return this.others.afterAllForgot(this.store.handle(apiKey, id, revokeApiKey, command));
  }
}
