import { schemas } from '@corridor/gateway-contract';
import { Body, NoIdempotencyKey, Operation, Public, Refuses, Returns } from '@corridor/http';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessTokens } from './access-tokens.js';
import { PasswordLogin, TokenBody } from './password-login.js';

/** interface-spec 4.2 */
@ApiTags('Identity')
@Controller('v1/auth/token')
export class TokenController {
  constructor(
    private readonly login: PasswordLogin,
    private readonly tokens: AccessTokens,
  ) {}

  @Operation(
    'issueToken',
    'Issues an access token',
    'For a user with email address and password. Use API keys for programs. A token is valid for 30 minutes.',
  )
  @Returns(schemas.accessToken)
  @Refuses('unauthenticated', 'password_change_required', 'first_password_used')
  @Public()
  @NoIdempotencyKey()
  @Post()
  async issue(
    @Body() body: TokenBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { userId, sessionsEnded } = await this.login.logIn(body, request, reply);
    return this.tokens.issue(userId, { sessionsEnded });
  }
}
