import { schemas } from '@corridor/contracts';
import { type Answered, EventStore } from '@corridor/event-store';
import {
  Answers,
  Command,
  ForOperator,
  IsList,
  IsOptionalField,
  IsText,
  Operation,
  type Permission,
  Refuses,
  oneOf,
  pathOf,
  permissions,
} from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Body, Controller, Header, Param, Post, Req, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { apiKey, createApiKey, revokeApiKey } from '../api-key/api-key.js';
import type { ApiKeyRow } from '../api-key/api-key.view.js';
import { MIN_SECRET_LENGTH, digestOf, newSecret } from '../api-key/secret.js';
import { GatewaySettings } from '../gateway-settings.js';
import { OperatorGuard } from './operator.guard.js';
import { inNameOf, withoutSecret } from './operator-command.js';
import { OperatorRecords } from './operator-records.js';
import { unique } from './unique.js';

class ApiKeyBody {
  @IsText({ max: 100 })
  label: string;

  @ApiProperty({ description: "Left out: all of the user's." })
  @IsOptionalField()
  @IsList(oneOf(permissions), { max: permissions.length, unique: true })
  permissions: Permission[] | null;

  @ApiProperty({ description: "Outside of production: a secret of one's own." })
  @IsOptionalField()
  @IsText({ min: MIN_SECRET_LENGTH, max: 200 })
  secret: string | null;
}

/** decisions §9 */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1')
export class OperatorApiKeyController {
  constructor(
    private readonly store: EventStore,
    private readonly records: OperatorRecords,
    private readonly ids: Ids,
    private readonly settings: GatewaySettings,
  ) {}

  /** The answer that is kept for a repeated request is without the secret: it is shown once, or never again. */
  @Operation(
    'createApiKey',
    'Makes an API key of a user',
    'The secret is in this answer and in no other, a repeated one included.',
  )
  @Answers(schemas.newApiKey)
  @Refuses('already_exists', 'limit_reached')
  @Post('users/:userId/api-keys')
  @Header('cache-control', 'no-store')
  async create(
    @Param('userId') userId: string,
    @Body() { secret: chosen, ...body }: ApiKeyBody,
    @Command() command: Command,
    @Req() request: FastifyRequest,
  ) {
    if (chosen !== null && this.settings.environment === 'PRODUCTION') throw secretNotAllowed();
    const { user, client } = await this.records.user(userId);
    await this.records.roomForKey(client.id);
    const secret = chosen ?? newSecret(this.settings.environment);
    const input = {
      label: body.label,
      userId,
      permissions: body.permissions ?? user.permissions,
      digest: digestOf(secret),
      granted: user.permissions,
    };
    const keyed = withoutSecret(inNameOf(client, command), pathOf(request), body, 'secret');
    const answered = await unique('credential_digest', 'secret', () =>
      this.store.handle(apiKey, this.ids.next('ak'), (state) => createApiKey(state, input), keyed),
    );
    return withSecret(answered, secret);
  }

  @Operation('revokeApiKey', 'Revokes an API key', 'At once and for good.')
  @Answers(schemas.apiKey)
  @Post('api-keys/:id/revoke')
  async revoke(@Param('id') id: string, @Command() command: Command) {
    const client = await this.records.clientOf('api_key', id);
    return this.store.handle(apiKey, id, revokeApiKey, inNameOf(client, command));
  }
}

function withSecret({ body, replayed }: Answered, secret: string): Answered {
  const { data } = JSON.parse(body) as { data: ApiKeyRow };
  return { body: JSON.stringify({ data: { ...data, secret: replayed ? null : secret } }), replayed };
}

const secretNotAllowed = () =>
  refuse('invalid_request', 'In PRODUCTION secrets are made here.', {
    errors: [{ pointer: '#/secret', code: 'not_allowed', detail: 'In PRODUCTION secrets are made here.' }],
  });
