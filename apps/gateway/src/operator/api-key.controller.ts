import { schemas } from '@corridor/gateway-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  ForOperator,
  IsOptionalField,
  IsText,
  Operation,
  Refuses,
  Requires,
  Idempotent,
  OperatorGuard,
  inNameOf,
  isForTwo,
} from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Controller, Get, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { ApiKeyBody } from '../api-key/api-key.body.js';
import { apiKey, revokeApiKey } from '../api-key/api-key.js';
import { apiKeys } from '../api-key/api-key.view.js';
import { ApiKeys } from '../api-key/api-keys.js';
import { MIN_SECRET_LENGTH } from '../api-key/secret.js';
import { OtherProcesses } from '../other-processes.js';
import { OperatorRecords } from './operator-records.js';
import { secretNotAllowed } from './secret-not-allowed.js';

class UserApiKeyBody extends ApiKeyBody {
  @ApiProperty({ description: 'Only outside of production: a chosen secret instead of a generated one.' })
  @IsOptionalField()
  @IsText({ min: MIN_SECRET_LENGTH, max: 200 })
  secret: string | null;
}

/** An approver would see the secret of a key, so there is no second person who could approve one. */
const OWN_KEYS = 'The user creates keys with their own login: `POST /v1/api-keys`.';

/** decisions §9 */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1')
export class OperatorApiKeyController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly records: OperatorRecords,
    private readonly keys: ApiKeys,
    private readonly others: OtherProcesses,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {}

  @Operation(
    'createApiKey',
    'Creates an API key for a user',
    'Only this response contains the secret. A chosen secret is not part of the comparison of repeated requests.',
  )
  @Returns(schemas.newApiKey)
  @Refuses('already_exists', 'limit_reached', 'client_closed', 'second_person_required')
  @Requires('client-keys:write')
  @Idempotent({ without: ['secret'], perUser: true })
  @Post('users/:userId/api-keys')
  async create(
    @Param('userId') userId: string,
    @Body() body: UserApiKeyBody,
    @Command() command: CommandContext,
  ) {
    if (body.secret !== null && this.settings.environment === 'PRODUCTION') throw secretNotAllowed();
    const { user, client } = await this.records.user(userId);
    if (isForTwo(command, user.approval.isChecker ? 'checkers' : 'client-users'))
      throw refuse('second_person_required', OWN_KEYS);
    return this.keys.create(user, body, inNameOf(await this.records.openClient(client.id), command));
  }

  @Operation('revokeApiKey', 'Revokes an API key', 'Immediately and permanently.')
  @Returns(schemas.apiKey)
  @Requires('client-keys:write')
  @Idempotent()
  @Post('api-keys/:id/revoke')
  async revoke(@Param('id') id: string, @Command() command: CommandContext) {
    const client = await this.records.clientOf('api_key', id);
    const revoking = this.store.handle(apiKey, id, revokeApiKey, inNameOf(client, command));
    return this.others.afterAllForgot(revoking);
  }

  @Operation('getApiKey', 'Returns an API key of a client', 'Without its secret.')
  @Returns(apiKeys.searchable.item)
  @Requires('clients:read')
  @Get('api-keys/:id')
  get(@Param('id') id: string) {
    return this.readModels.ofAnyClient(apiKeys, id);
  }
}
