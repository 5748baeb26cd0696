import { EventStore } from '@corridor/event-store';
import { schemas } from '@corridor/gateway-contract';
import {
  Body,
  Returns,
  IsOptionalField,
  IsText,
  Operation,
  Public,
  Refuses,
  traceparent,
  NoIdempotencyKey,
} from '@corridor/http';
import { Clock, refuse } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identities, type Identity, callerFor } from '../identities.js';
import { OtherProcesses } from '../other-processes.js';
import { logIn, user } from '../user/user.js';
import { mailKey } from '../user/user.view.js';
import { AccessTokens } from './access-tokens.js';
import { LoginThrottle } from './login-throttle.js';
import { mustBeReplaced } from './given-password.js';
import { PASSWORD_LENGTH, hashPassword, isPassword } from './password.js';
import { refuseAsNew } from './weak-password.js';

class TokenBody {
  @IsText({ max: 254 })
  email: string;

  @IsText({ max: 1024 })
  password: string;

  @ApiProperty({
    description:
      'Replaces the password, which ends all other sessions. Needed once for a password that staff have given. In PRODUCTION at least 12 characters, and not easy to guess.',
  })
  @IsOptionalField()
  @IsText(PASSWORD_LENGTH)
  newPassword: string | null;
}

/** interface-spec 4.2. An unknown email address and a wrong password have the same response and response time. */
@ApiTags('Identity')
@Controller('v1/auth/token')
export class TokenController {
  constructor(
    private readonly identities: Identities,
    private readonly tokens: AccessTokens,
    private readonly throttle: LoginThrottle,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly others: OtherProcesses,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {}

  @Operation(
    'issueToken',
    'Issues an access token',
    'For a user with email address and password. Use API keys for programs. A token is valid for 30 minutes.',
  )
  @Returns(schemas.accessToken)
  @Refuses('unauthenticated', 'password_change_required')
  @Public()
  @NoIdempotencyKey()
  @Post()
  async issue(
    @Body() { email, password, newPassword }: TokenBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const account = { name: mailKey(email), find: () => this.identities.login(email) };
    const identity = await this.throttle.attempt(request, reply, account, async (login) => {
      request.recordId = login?.userId;
      const matches = await isPassword(password, login?.passwordHash ?? null);
      if (!matches || !login) return null;
      const identity = await this.identities.byUser(login.userId);
      if (identity?.user.status !== 'Active' || identity.client.status === 'Closed') return null;
      mustBeReplaced(login.givenOn, this.clock.now(), newPassword);
      if (newPassword !== null) this.checkNew(newPassword, password, identity);
      return { ...identity, sessionsEnded: login.sessionsEnded };
    });
    if (!identity) throw refuse('unauthenticated', 'The email address or the password is wrong.');
    const caller = callerFor(identity, {
      environment: this.settings.environment,
      requestId: request.id,
      traceparent: traceparent(request.headers['traceparent']),
    });
    request.caller = caller;
    const { sessionsEnded } = identity;
    const newHash = newPassword === null ? null : await hashPassword(newPassword);
    const login = { sessionsEnded, newHash };
    const logged = this.store.handle(user, identity.user.id, (state) => logIn(state, login), { caller });
    if (newHash === null) await logged;
    else await this.others.afterAllForgot(logged);
    return this.tokens.issue(identity.user.id, {
      sessionsEnded: newHash === null ? sessionsEnded : sessionsEnded + 1,
    });
  }

  private checkNew(newPassword: string, password: string, { user, client }: Identity): void {
    const about = [user.firstName, user.lastName, user.email, client.name];
    refuseAsNew(newPassword, password, this.settings, about);
  }
}
