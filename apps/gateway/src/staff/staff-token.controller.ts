import { randomUUID } from 'node:crypto';
import { EventStore, type SecretCipher, UndecipherableError } from '@corridor/event-store';
import { schemas } from '@corridor/gateway-contract';
import {
  Body,
  ForOperator,
  IsOptionalField,
  IsText,
  NoIdempotencyKey,
  Operation,
  Public,
  Refuses,
  Returns,
} from '@corridor/http';
import { Clock, Refusal, refuse, timestamp } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Controller, Inject, Logger, Post, Req, Res } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { operatorCaller } from '../operator/operator-key.js';
import { StaffTokens, TOKEN_LIFETIME_SECONDS } from '../token/access-tokens.js';
import { LoginThrottle } from '../token/login-throttle.js';
import { mustBeReplaced } from '../token/given-password.js';
import { PASSWORD_LENGTH, hashPassword, isPassword } from '../token/password.js';
import { UsedPasswords } from '../token/used-passwords.js';
import { refuseAsNew } from '../token/weak-password.js';
import { newAuthenticatorSecret, stepOfCode } from './one-time-code.js';
import { logIn, staff } from './staff.js';
import { StaffIdentities, type StaffLogin, staffCaller } from './staff-identities.js';
import { StaffRecords } from './staff-records.js';
import { STAFF_CIPHER } from './staff-cipher.js';

class StaffTokenBody {
  @IsText({ max: 254 })
  email: string;

  @IsText({ max: 1024 })
  password: string;

  @ApiProperty({
    description:
      'The current one-time code of an authenticator, which the first one enrols. Each works once.',
  })
  @IsOptionalField()
  @IsText({ max: 10 })
  code: string | null;

  @ApiProperty({
    description:
      'Replaces the password, which ends all other sessions. Needed once for a password that another member has given. In PRODUCTION at least 12 characters, and not easy to guess.',
  })
  @IsOptionalField()
  @IsText(PASSWORD_LENGTH)
  newPassword: string | null;
}

/** A login that may proceed. */
interface Proven {
  readonly login: StaffLogin;
  readonly step: number | null;
}

/** Compared with the code of who has no authenticator, so that it takes as long. */
const DECOY = newAuthenticatorSecret();

/** Every rejected login has the same response and response time, whatever was wrong. */
@ApiTags('Staff')
@ForOperator()
@Controller('operator/v1/auth/token')
export class StaffTokenController {
  private readonly log = new Logger('gateway');

  constructor(
    private readonly identities: StaffIdentities,
    private readonly records: StaffRecords,
    private readonly tokens: StaffTokens,
    private readonly throttle: LoginThrottle,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly used: UsedPasswords,
    @Inject(STAFF_CIPHER) private readonly cipher: SecretCipher,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {}

  @Operation(
    'issueStaffToken',
    'Issues an access token to a member of staff',
    'With email address, password and, once an authenticator is enrolled, its current one-time code. Valid for 30 minutes, or until the session ends.',
  )
  @Returns(schemas.accessToken)
  @Refuses('unauthenticated', 'password_change_required', 'first_password_used')
  @Public()
  @NoIdempotencyKey()
  @Post()
  async issue(
    @Body() { email, password, code, newPassword }: StaffTokenBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const account = this.identities.account(email);
    const session = await this.throttle.attempt(request, reply, account, async (login) => {
      request.recordId = login?.staffId;
      const proven = await this.proven(login, password, code);
      if (!proven) return null;
      const newHash = await this.newHash(proven, password, newPassword);
      return this.begin(proven, newHash, request);
    });
    if (!session) {
      await this.used.mustNotBe('staff_login', email, password, request.ip);
      throw refuse('unauthenticated', 'The email address, the password or the code is wrong.');
    }
    return this.tokens.issue(session.staffId, { jwtId: session.id });
  }

  private async proven(
    login: StaffLogin | null,
    password: string,
    code: string | null,
  ): Promise<Proven | null> {
    const matches = await isPassword(password, login?.passwordHash ?? null);
    const secret = this.secretOf(login);
    const step = stepOfCode(secret ?? DECOY, code ?? '', this.clock.now());
    if (!login || !matches || login.isDisabled) return null;
    if (!login.isEnrolled && code === null) return { login, step: null };
    if (secret === null && login.secret !== null)
      this.log.error(
        `${login.staffId} cannot log in: CALLER_SECRET was replaced after the authenticator was issued, which has to be removed`,
      );
    return secret !== null && step !== null && step > login.lastStep ? { login, step } : null;
  }

  /** Null if the password stays. @throws Refusal password_change_required, invalid_request */
  private async newHash(
    { login }: Proven,
    password: string,
    newPassword: string | null,
  ): Promise<string | null> {
    mustBeReplaced(login.givenOn, this.clock.now(), newPassword);
    if (newPassword === null) return null;
    const { firstName, lastName, email } = await this.records.member(login.staffId);
    refuseAsNew(newPassword, password, this.settings, [firstName, lastName, email]);
    return hashPassword(newPassword);
  }

  /** Null without an authenticator, and for one that was issued with an earlier CALLER_SECRET. */
  private secretOf(login: StaffLogin | null): string | null {
    try {
      return login?.secret == null ? null : this.cipher.decrypt(login.secret);
    } catch (error) {
      if (!(error instanceof UndecipherableError)) throw error;
      return null;
    }
  }

  /** @returns null if the code was used, something was reset, or the member disabled, in the meantime */
  private async begin({ login, step }: Proven, newHash: string | null, request: FastifyRequest) {
    const id = randomUUID();
    const expiresOn = timestamp(new Date(this.clock.now().getTime() + 1000 * TOKEN_LIFETIME_SECONDS));
    const context = {
      environment: this.settings.environment,
      requestId: request.id,
      traceparent: request.traceparent,
    };
    const caller = operatorCaller(context);
    const session = { sessionId: id, expiresOn, step };
    const { staffId, resets, secret } = login;
    const compared = { resets, secret };
    try {
      await this.store.handle(staff, staffId, (state) => logIn(state, { session, compared, newHash }), {
        caller,
      });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unauthenticated') return null;
      throw error;
    }
    const identity = await this.identities.bySession(id, staffId);
    if (identity) request.caller = staffCaller(identity, context);
    return { id, staffId };
  }
}
