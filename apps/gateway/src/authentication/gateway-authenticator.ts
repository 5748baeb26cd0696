import { Authenticator, headerValues, pathOf, traceparent } from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '../api-key/secret.js';
import { type Identity, Identities, type RequestContext, callerFor } from '../identities.js';
import { OPERATOR_PATH } from '../operator/operator-key.js';
import { StaffAuthentication } from '../staff/staff-authentication.js';
import { AccessTokens } from '../token/access-tokens.js';
import { CredentialLimit } from './credential-limit.js';
import { KeyUse } from './key-use.js';
import { Stopwatch } from './stopwatch.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** `jti` of the bearer token of the request. */
    jwtId?: string;
  }
}

const SIMULATORS = '/v1/simulators/';

/** Time until the response to a rejected credential, in milliseconds, whatever the cause. */
export const REFUSAL_MS = 20;

/** By the matched route, not by the spelling of the path. */
const isOperators = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith(OPERATOR_PATH) ?? false;

/** Node exposes only the first of several Authorization headers; another program might use the others. */
const isSentOnce = ({ raw }: FastifyRequest): boolean => headerValues(raw, 'authorization').length === 1;

/**
 * Authentication of the public interface: an API key or a bearer token (interface-spec 5), never both. Credentials of clients open the
 * API, those of staff the operator's interface.
 */
@Injectable()
export class GatewayAuthenticator extends Authenticator {
  constructor(
    private readonly identities: Identities,
    private readonly tokens: AccessTokens,
    private readonly staff: StaffAuthentication,
    private readonly keyUse: KeyUse,
    private readonly limit: CredentialLimit,
    private readonly stopwatch: Stopwatch,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {
    super();
  }

  authenticate(request: FastifyRequest, reply: FastifyReply): Caller | Promise<Caller> {
    const arrived = this.stopwatch.now();
    const { environment } = this.settings;
    if (environment === 'PRODUCTION' && pathOf(request).startsWith(SIMULATORS)) throw refuse('not_found');
    const context = {
      environment,
      requestId: request.id,
      traceparent: traceparent(request.headers['traceparent']),
    };
    const caller = isOperators(request)
      ? this.staff.authenticate(request, reply, context)
      : this.clientOf(request, reply, context);
    return caller instanceof Promise ? this.orRefused(caller, arrived) : caller;
  }

  private async orRefused(caller: Promise<Caller | null>, arrived: number): Promise<Caller> {
    const found = await caller;
    if (found) return found;
    await this.stopwatch.until(arrived + REFUSAL_MS);
    throw refuse('unauthenticated');
  }

  private clientOf(
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
  ): Caller | Promise<Caller | null> {
    const identity = this.identify(request, reply);
    if (identity instanceof Promise) return identity.then((found) => found && this.using(found, context));
    return this.using(identity, context);
  }

  private using(identity: Identity, context: RequestContext): Caller {
    if (identity.apiKey) this.keyUse.note(identity.apiKey.id);
    return callerFor(identity, context);
  }

  /** One lookup in every case, even for an impossible credential, so that the response time reveals nothing. */
  private identify(request: FastifyRequest, reply: FastifyReply): Identity | Promise<Identity | null> {
    const { authorization, 'x-api-key': secret } = request.headers;
    if (authorization !== undefined && secret !== undefined) throw refuse('ambiguous_credentials');
    if (authorization !== undefined) return this.bearer(request, reply, authorization);
    const digest = digestOf(String(secret ?? ''));
    if (this.identities.hasFound(digest)) return this.identities.byDigest(digest);
    return this.limit.attempt(
      request,
      reply,
      () => this.identities.byDigest(digest),
      () => this.identities.isNew(digest),
    );
  }

  private async bearer(
    request: FastifyRequest,
    reply: FastifyReply,
    authorization: string,
  ): Promise<Identity | null> {
    const bearer = isSentOnce(request) ? /^Bearer ([\w.~+/=-]+)$/i.exec(authorization) : null;
    const token = await this.tokens.read(bearer?.[1] ?? '');
    request.jwtId = token?.jwtId;
    if (token) return this.identities.byUser(token.userId);
    return this.limit.attempt(request, reply, () => this.identities.byUser(''));
  }
}
