import { headerValues } from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '../api-key/secret.js';
import { CredentialLimit } from '../authentication/credential-limit.js';
import type { RequestContext } from '../identities.js';
import { OPERATOR_HEADER, OperatorKey } from '../operator/operator-key.js';
import { StaffTokens } from '../token/access-tokens.js';
import { StaffIdentities, type StaffIdentity, staffCaller } from './staff-identities.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a member of staff who sends a token. */
    staffSession?: string;
  }
}

const FIRST_ADMINISTRATOR = { method: 'POST', url: '/operator/v1/staff' };

const MOST_SEEN = 10_000;

/**
 * Authentication of the operator's interface: the token or the key of a member of staff, never both. The operator key creates the
 * first administrator and nothing else.
 */
@Injectable()
export class StaffAuthentication {
  /** Digests of keys that were valid once. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly identities: StaffIdentities,
    private readonly tokens: StaffTokens,
    private readonly operatorKey: OperatorKey,
    private readonly limit: CredentialLimit,
  ) {}

  /** @returns null for a credential that is not valid here */
  async authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
  ): Promise<Caller | null> {
    const sent = ['authorization', 'x-api-key', OPERATOR_HEADER].filter((name) => name in request.headers);
    if (sent.length > 1) throw refuse('ambiguous_credentials');
    if (OPERATOR_HEADER in request.headers)
      return this.limit.attempt(request, reply, () => this.first(request, context));
    const identity = await this.identify(request, reply);
    return identity && staffCaller(identity, context);
  }

  private async first(request: FastifyRequest, context: RequestContext): Promise<Caller | null> {
    const { method, url } = request.routeOptions;
    if (method !== FIRST_ADMINISTRATOR.method || url !== FIRST_ADMINISTRATOR.url) return null;
    const caller = this.operatorKey.identify(request, context);
    return caller && !(await this.identities.exist()) ? caller : null;
  }

  /** What is nearly always a guess, a key that this process has not seen and a token that is not ours, is limited. */
  private async identify(request: FastifyRequest, reply: FastifyReply): Promise<StaffIdentity | null> {
    const { authorization, 'x-api-key': secret } = request.headers;
    if (authorization !== undefined) return this.bearer(request, reply, authorization);
    const digest = digestOf(String(secret ?? ''));
    const lookUp = () => this.identities.byDigest(digest);
    if (this.seen.has(digest)) return lookUp();
    const found = await this.limit.attempt(request, reply, lookUp);
    if (found && this.seen.size < MOST_SEEN) this.seen.add(digest);
    return found;
  }

  private async bearer(
    request: FastifyRequest,
    reply: FastifyReply,
    authorization: string,
  ): Promise<StaffIdentity | null> {
    const isSentOnce = headerValues(request.raw, 'authorization').length === 1;
    const bearer = isSentOnce ? /^Bearer ([\w.~+/=-]+)$/i.exec(authorization) : null;
    const token = await this.tokens.read(bearer?.[1] ?? '');
    if (token) {
      request.staffSession = token.jwtId;
      return this.identities.bySession(token.jwtId, token.userId);
    }
    return this.limit.attempt(request, reply, () => this.identities.bySession('', ''));
  }
}
