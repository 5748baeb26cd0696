import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { refuse } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import { idempotencyKey } from './idempotency-key.js';
import { idempotencyRuleOf } from './idempotency-rule.js';

/**
 * Requires the key that a route has declared, after authentication and authorization, so a refused request does not use
 * it up.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const rule = idempotencyRuleOf(context.getHandler());
    if (rule === undefined && ['POST', 'PUT'].includes(request.method)) {
      const handler = `${context.getClass().name}.${context.getHandler().name}`;
      throw new Error(`${handler} has to be @Idempotent() or @NoIdempotencyKey()`);
    }
    if (rule) {
      const key = idempotencyKey(request);
      if (key === null) throw refuse('idempotency_key_required');
      request.keyed = { key, handler: context.getHandler() };
    }
    return true;
  }
}
