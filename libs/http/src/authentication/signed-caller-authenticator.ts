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

  authenticate(request: FastifyRequest): Promise<Caller> {
    return this.signed.verify(request.headers[CALLER_HEADER], request.method, pathOf(request));
  }
}
