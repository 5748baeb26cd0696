import { type CanActivate, type ExecutionContext, Injectable, createParamDecorator } from '@nestjs/common';
import { type Caller, refuse } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import { callerOf } from './authenticator.js';
import { fingerprint } from './fingerprint.js';
import { idempotencyKey, needsKey } from './idempotency-key.js';
import { pathOf } from '../path.js';

/** Who asks for a command, and under which idempotency key: what the event store's `handle` takes. */
export interface CommandContext {
  readonly caller: Caller;
  readonly idempotency: {
    readonly key: string;
    readonly fingerprint: string;
    /** Whose key it is, when it is not the client's. */
    readonly scope?: string;
  } | null;
}

/** `@Command() command: Command` */
export const Command = createParamDecorator((_: unknown, context: ExecutionContext): CommandContext => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { caller: callerOf(request), idempotency: idempotencyOf(request) };
});

export function idempotencyOf(request: FastifyRequest): CommandContext['idempotency'] {
  const key = idempotencyKey(request);
  return key === null
    ? null
    : { key, fingerprint: fingerprint(request.method, pathOf(request), request.body) };
}

/** Demands the idempotency key, after authentication and authorization: a refused request has not used it. */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    demandKey(context.switchToHttp().getRequest<FastifyRequest>());
    return true;
  }
}

/** @throws Refusal `idempotency_key_required` */
export function demandKey(request: FastifyRequest): void {
  const key = idempotencyKey(request);
  if (key === null && needsKey(request.method, pathOf(request))) throw refuse('idempotency_key_required');
}
