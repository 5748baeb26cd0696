import { EventStore } from '@corridor/event-store';
import { IsOptionalField, IsText } from '@corridor/http';
import { Clock, refuse } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identities, type Identity, callerFor } from '../identities.js';
import { OtherProcesses } from '../other-processes.js';
import { logIn as loggedIn, user } from '../user/user.js';
import { mailKey } from '../user/user.view.js';
import { LoginThrottle } from './login-throttle.js';
import { mustBeReplaced } from './given-password.js';
import { PASSWORD_LENGTH, hashPassword, isPassword } from './password.js';
import { UsedPasswords } from './used-passwords.js';
import { refuseAsNew } from './weak-password.js';

export class TokenBody {
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

/** Who has logged in. */
export interface LoggedIn {
  readonly userId: string;
  readonly sessionsEnded: number;
}

/** Logs a user of a client in, for an access token or for a session of the console. */
@Injectable()
export class PasswordLogin {
  constructor(
    private readonly identities: Identities,
    private readonly throttle: LoginThrottle,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly others: OtherProcesses,
    private readonly used: UsedPasswords,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {}

  /**
   * An unknown email address and a wrong password have the same response and response time.
   * @throws Refusal `unauthenticated`, `password_change_required`, `first_password_used`, `rate_limited`
   */
  async logIn(
    { email, password, newPassword }: TokenBody,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LoggedIn> {
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
    if (!identity) {
      await this.used.mustNotBe('login', email, password, request.ip);
      throw refuse('unauthenticated', 'The email address or the password is wrong.');
    }
    const caller = callerFor(identity, {
      environment: this.settings.environment,
      requestId: request.id,
      traceparent: request.traceparent,
    });
    request.caller = caller;
    const { sessionsEnded } = identity;
    const newHash = newPassword === null ? null : await hashPassword(newPassword);
    const login = { sessionsEnded, newHash };
    const logged = this.store.handle(user, identity.user.id, (state) => loggedIn(state, login), { caller });
    if (newHash === null) await logged;
    else await this.others.afterAllForgot(logged);
    return {
      userId: identity.user.id,
      sessionsEnded: newHash === null ? sessionsEnded : sessionsEnded + 1,
    };
  }

  private checkNew(newPassword: string, password: string, { user, client }: Identity): void {
    const about = [user.firstName, user.lastName, user.email, client.name];
    refuseAsNew(newPassword, password, this.settings, about);
  }
}
