import { schemas } from '@corridor/gateway-contract';
import { Returns, Operation, TheCaller } from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { asSeenByClient } from './client/client.view.js';
import { Identities } from './identities.js';

/** interface-spec 2.14 */
@ApiTags('Identity')
@Controller('v1/auth/who-am-i')
export class WhoAmIController {
  constructor(private readonly identities: Identities) {}

  @Operation(
    'whoAmI',
    'Returns the identity of the caller',
    'User, client, permissions and environment of the credential.',
  )
  @Returns(schemas.identity)
  @Get()
  async whoAmI(@TheCaller() caller: Caller, @Req() { token }: FastifyRequest) {
    const identity = caller.user && (await this.identities.byClientUser(caller.user.id));
    if (!identity) throw refuse('unauthenticated');
    const { user, client } = identity;
    const { id, firstName, lastName, email, status, dateOfLastLogin, settings } = user;
    return {
      user: { id, firstName, lastName, email, status, dateOfLastLogin, settings },
      client: asSeenByClient(client),
      clientUser: { id: user.clientUserId },
      approval: user.approval,
      permissions: caller.permissions,
      apiKey: { id: caller.apiKeyId },
      jwt: { id: caller.apiKeyId ? null : (token?.jwtId ?? null) },
      environment: { name: caller.environment },
    };
  }
}
