import { Authenticator, pathOf, traceparent } from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { digestOf } from '../api-key/secret.js';
import { type Identity, Identities, type RequestContext, callerFor } from '../identities.js';
import { OPERATOR_PATH, OperatorKey } from '../operator/operator-key.js';
import { AccessTokens } from '../token/access-tokens.js';
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
const isSentOnce = ({ raw }: FastifyRequest): boolean =>
  raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization').length === 1;

/** Authentication of the public interface: an API key or a bearer token (interface-spec 5), never both. */
@Injectable()
export class GatewayAuthenticator extends Authenticator {
  constructor(
    private readonly identities: Identities,
    private readonly tokens: AccessTokens,
    private readonly operator: OperatorKey,
    private readonly keyUse: KeyUse,
    private readonly stopwatch: Stopwatch,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {
    super();
  }

  async authenticate(request: FastifyRequest): Promise<Caller> {
    const arrived = this.stopwatch.now();
    const { environment } = this.settings;
    if (environment === 'PRODUCTION' && pathOf(request).startsWith(SIMULATORS)) throw refuse('not_found');
    const context = {
      environment,
      requestId: request.id,
      traceparent: traceparent(request.headers['traceparent']),
    };
    const caller = isOperators(request)
      ? this.operator.identify(request, context)
      : await this.clientOf(request, context);
    if (caller) return caller;
    await this.stopwatch.until(arrived + REFUSAL_MS);
    throw refuse('unauthenticated');
  }

  private async clientOf(request: FastifyRequest, context: RequestContext): Promise<Caller | null> {
    const identity = await this.identify(request);
    if (identity?.apiKey) this.keyUse.note(identity.apiKey.id);
    return identity && callerFor(identity, context);
  }

  /** One lookup in every case, even for an impossible credential, so that the response time reveals nothing. */
  private async identify(request: FastifyRequest): Promise<Identity | null> {
    const { authorization, 'x-api-key': secret } = request.headers;
    if (authorization !== undefined && secret !== undefined) throw refuse('ambiguous_credentials');
    if (authorization === undefined) return this.identities.byDigest(digestOf(String(secret ?? '')));
    const bearer = isSentOnce(request) ? /^Bearer ([\w.~+/=-]+)$/i.exec(authorization) : null;
    const token = await this.tokens.read(bearer?.[1] ?? '');
    request.jwtId = token?.jwtId;
    return this.identities.byUser(token?.userId ?? '');
  }
}
