import { type ExecutionContext, SetMetadata, applyDecorators, createParamDecorator } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { type Caller, refuse } from '@corridor/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPEN } from '../documentation/between.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request is authenticated. */
    caller?: Caller;
    /** Of staff: the kinds of commands that need a second person. */
    fourEyes?: readonly string[] | undefined;
  }
}

/** Identifies the caller. One per composition: the gateway's, or the one that trusts the gateway's signature. */
export abstract class Authenticator {
  /**
   * A caller who is known is returned without a promise.
   * @param reply whose headers a refusal may set
   * @throws Refusal `unauthenticated`, `ambiguous_credentials`, `rate_limited`; `not_found` for a path that exists for nobody
   */
  abstract authenticate(request: FastifyRequest, reply: FastifyReply): Caller | Promise<Caller>;
}

export const PUBLIC = 'corridor:public';

/** Open to everyone: the request is not authenticated. */
export const Public = () => applyDecorators(SetMetadata(PUBLIC, true), ApiExtension(OPEN, true));

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw refuse('unauthenticated');
  return request.caller;
}

/** The caller of the request: `@TheCaller() caller: Caller`. */
export const TheCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
