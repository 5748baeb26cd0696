import type { Caller } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import { pathOf } from '../path.js';
import { Authenticator } from './authenticator.js';
import { CALLER_HEADER, type SignedCaller } from './signed-caller.js';

/** Authenticates requests in a service behind the gateway: it accepts only the gateway's signature. */
export class SignedCallerAuthenticator extends Authenticator {
  constructor(private readonly signed: SignedCaller) {
    super();
  }

  async authenticate(request: FastifyRequest): Promise<Caller> {
    const sent = request.headers[CALLER_HEADER];
    const { caller, fourEyes } = await this.signed.verify(sent, request.method, pathOf(request));
    request.fourEyes = fourEyes;
    // Its step is one behind the gateway.
    return { ...caller, traceparent: request.traceparent };
  }
}
