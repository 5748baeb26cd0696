import { callerOf } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { OPERATOR } from './operator-key.js';

/** The second check: only the operator reaches the operator's controllers. */
@Injectable()
export class OperatorGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (callerOf(context.switchToHttp().getRequest<FastifyRequest>()).client.id !== OPERATOR.id)
      throw refuse('not_found');
    return true;
  }
}
