import { PUBLIC, callerOf } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { OPERATOR } from './operator-key.js';

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
