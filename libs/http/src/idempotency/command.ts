import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { CommandContext, Idempotency } from '@corridor/event-store';
import type { Caller } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../authentication/authenticator.js';
import { OPERATOR } from '../authentication/operator.guard.js';
import { operationIdOf } from '../documentation/operation-id.js';
import { pathOf } from '../path.js';
import { fingerprint } from './fingerprint.js';
import { type IdempotencyRule, idempotencyRuleOf } from './idempotency-rule.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a route that needs a key. */
    keyed?: { readonly key: string; readonly handler: { readonly name: string } };
    /** Set once it is needed. */
    command?: CommandContext;
  }
}

/** `@Command() command: CommandContext` */
export const Command = createParamDecorator((_: unknown, context: ExecutionContext) =>
  commandOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function commandOf(request: FastifyRequest): CommandContext {
  const { fourEyes } = request;
  request.command ??= {
    caller: callerOf(request),
    idempotency: idempotencyOf(request),
    ...(fourEyes && { fourEyes }),
  };
  return request.command;
}

function idempotencyOf(request: FastifyRequest): Idempotency | null {
  if (!request.keyed) return null;
  const { key, handler } = request.keyed;
  const caller = callerOf(request);
  const operation = operationIdOf(handler);
  if (!operation) throw new Error(`${handler.name} takes a key and has no @Operation()`);
  const print = printOf(request, caller, idempotencyRuleOf(handler) ?? {});
  return { scope: scopeOf(caller), operation, key, fingerprint: print };
}

/** Users of a client share its keys; members of staff have their own. Nobody else uses the keys of an approval. */
function scopeOf({ approved, client, user }: Caller): string {
  if (approved) return approved.id;
  return client.id === OPERATOR.id && user ? `${client.id}/${user.id}` : client.id;
}

function printOf(
  request: FastifyRequest,
  { user }: Caller,
  { without = [], perUser }: IdempotencyRule,
): string {
  const hidden = Object.fromEntries(without.map((name) => [name, null]));
  const body = without.length > 0 ? { ...(request.body as object), ...hidden } : request.body;
  const print = fingerprint(request.method, pathOf(request), body);
  return perUser ? `${print} ${user?.id ?? ''}` : print;
}
