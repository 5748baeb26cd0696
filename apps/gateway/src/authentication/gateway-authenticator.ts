import { Authenticator, headerValues, isCommand, pathOf } from '@corridor/http';
import { type Caller, Clock, nowOf, refuse } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Audit } from '../audit/audit.js';
import { digestOf } from '../api-key/secret.js';
import { type GatewaySettings, gatewaySettings } from '../gateway-settings.js';
import { type Identity, Identities, type RequestContext, callerFor } from '../identities.js';
import { OPERATOR_PATH } from '../operator/operator-key.js';
import { StaffAuthentication } from '../staff/staff-authentication.js';
import { AccessTokens, type Token } from '../token/access-tokens.js';
import { CredentialLimit } from './credential-limit.js';
import { KeyUse } from './key-use.js';
import { OwnRequests } from './own-requests.js';
import { Stopwatch } from './stopwatch.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the bearer token of the request says. */
    token?: Token;
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
    private readonly clock: Clock,
    private readonly own: OwnRequests,
    private readonly audit: Audit,
    @Inject(gatewaySettings.KEY) private readonly gateway: GatewaySettings,
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
      traceparent: request.traceparent,
    };
    if (isOperators(request)) request.fourEyes = this.gateway.fourEyes;
    const caller = isOperators(request)
      ? this.staffOf(request, reply, context)
      : this.clientOf(request, reply, context);
    return caller instanceof Promise ? this.orRefused(caller, arrived) : caller;
  }

  private async orRefused(caller: Promise<Caller | null>, arrived: number): Promise<Caller> {
    const found = await caller;
    if (found) return found;
    await this.stopwatch.until(arrived + REFUSAL_MS);
    throw refuse('unauthenticated');
  }

  private async staffOf(
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
  ): Promise<Caller | null> {
    const caller = this.own.caller() ?? (await this.staff.authenticate(request, reply, context));
    if (caller && isCommand(request)) await this.audit.begin(request, caller);
    return caller;
  }

  private clientOf(
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
  ): Caller | Promise<Caller | null> {
    const own = this.own.caller();
    if (own) return own;
    const identity = this.identify(request, reply);
    if (identity instanceof Promise)
      return identity.then((found) => found && this.using(found, request, context));
    return this.using(identity, request, context) ?? Promise.resolve(null);
  }

  /** @returns null if the credential does not work now, or from there */
  private using(identity: Identity, request: FastifyRequest, context: RequestContext): Caller | null {
    const { apiKey, client } = identity;
    if (!this.works(identity, request)) return null;
    const caller = callerFor(identity, context);
    if (client.status !== 'Active' && isCommand(request)) {
      request.caller = caller; // for the audit
      throw refuse('client_suspended');
    }
    if (apiKey) this.keyUse.note(apiKey.id);
    return caller;
  }

  private works({ client, user, apiKey, worksFrom }: Identity, { ip }: FastifyRequest): boolean {
    if (user.status !== 'Active' || client.status === 'Closed') return false;
    if (apiKey && apiKey.expiresOn !== null && apiKey.expiresOn <= nowOf(this.clock)) return false;
    return worksFrom === null || worksFrom(ip);
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
    if (token) return this.ofSession((request.token = token));
    return this.limit.attempt(request, reply, () => this.identities.byUser(''));
  }

  /** A token is of the sessions that its number counts: it ends with them. */
  private async ofSession({ userId, sessionsEnded }: Token): Promise<Identity | null> {
    const identity = await this.identities.byUser(userId);
    return identity?.sessionsEnded === sessionsEnded ? identity : null;
  }
}
