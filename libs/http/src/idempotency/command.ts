import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { CommandContext } from '@corridor/event-store';
import type { Caller } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../authentication/authenticator.js';
import { operationIdOf } from '../documentation/operation-id.js';
import { pathOf } from '../path.js';
import { fingerprint } from './fingerprint.js';
import { type IdempotencyRule, idempotencyRuleOf } from './idempotency-rule.js';

/** `@Command() command: CommandContext` */
export const Command = createParamDecorator((_: unknown, context: ExecutionContext) => commandOf(context));

export function commandOf(context: ExecutionContext): CommandContext {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const caller = callerOf(request);
  const { idempotencyKey: key } = request;
  if (key === undefined) return { caller, idempotency: null };
  const rule = idempotencyRuleOf(context.getHandler()) ?? {};
  const operation = operationIdOf(context.getHandler());
  if (!operation) throw new Error(`${context.getHandler().name} takes a key and has no @Operation()`);
  const print = printOf(request, caller, rule);
  return { caller, idempotency: { scope: caller.client.id, operation, key, fingerprint: print } };
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
