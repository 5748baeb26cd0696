import { Body, NoIdempotencyKey, Public } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identities } from '../identities.js';
import { type AccessToken, AccessTokens, SessionTokens } from '../token/access-tokens.js';
import { PasswordLogin, TokenBody } from '../token/password-login.js';
import { SESSION_PATH, forgetSession, keepSession, mustBeOfConsole, sessionIn } from './session-cookie.js';

/**
 * The session of the console (ADR 95): a cookie that no script can read, for which the console gets access tokens, one after the other.
 * The API itself takes no cookies.
 */
@Public()
@ApiExcludeController()
@Controller(SESSION_PATH)
export class SessionController {
  constructor(
    private readonly login: PasswordLogin,
    private readonly identities: Identities,
    private readonly sessions: SessionTokens,
    private readonly tokens: AccessTokens,
  ) {}

  /** Signs in. @throws what `POST /v1/auth/token` throws */
  @NoIdempotencyKey()
  @Post()
  async begin(
    @Body() body: TokenBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccessToken> {
    mustBeOfConsole(request);
    const { userId, sessionsEnded } = await this.login.logIn(body, request, reply);
    const session = await this.sessions.issue(userId, { sessionsEnded });
    keepSession(reply, session.accessToken);
    return this.tokens.issue(userId, { sessionsEnded });
  }

  /** @throws Refusal `unauthenticated`: sign in again */
  @NoIdempotencyKey()
  @Post('renew')
  async renew(@Req() request: FastifyRequest): Promise<AccessToken> {
    mustBeOfConsole(request);
    const session = await this.sessions.read(sessionIn(request) ?? '');
    const identity = await this.identities.byUser(session?.userId ?? '');
    const isOpen =
      identity?.user.status === 'Active' &&
      identity.client.status !== 'Closed' &&
      identity.sessionsEnded === session?.sessionsEnded;
    if (!session || !isOpen)
      throw refuse('unauthenticated', 'There is no session, or it has ended. Sign in.');
    const { userId, sessionsEnded } = session;
    return this.tokens.issue(userId, { sessionsEnded });
  }

  /** Signs out of this browser. A new password ends all sessions of its user. */
  @NoIdempotencyKey()
  @Post('end')
  end(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): { readonly ended: true } {
    mustBeOfConsole(request);
    forgetSession(reply);
    return { ended: true };
  }
}
