import type { Caller } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import { pathOf } from '../path.js';
import { Door } from './door.js';
import { CALLER_HEADER, type SignedCaller } from './signed-caller.js';

/** The door of a service behind the gateway: it takes the gateway's signature and no other credential. */
export class SignedCallerDoor extends Door {
  constructor(private readonly signed: SignedCaller) {
    super();
  }

  admit(request: FastifyRequest): Promise<Caller> {
    return this.signed.verify(request.headers[CALLER_HEADER], request.method, pathOf(request));
  }
}
