import { type Reference, refuse } from '@corridor/kernel';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { PUBLIC, callerOf } from './authenticator.js';

/** Staff have no client: this stands in its place, and owns the records that belong to no client. */
export const OPERATOR: Reference = { id: 'operator', name: 'Operator' };

/** The second check: only staff reach the operator's controllers. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get(PUBLIC, context.getHandler())) return true;
    if (callerOf(context.switchToHttp().getRequest<FastifyRequest>()).client.id !== OPERATOR.id)
      throw refuse('not_found');
    return true;
  }
}
