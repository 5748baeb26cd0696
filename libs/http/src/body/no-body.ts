import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { checkedBody } from '../input/input-pipe.js';
import { TakesBody } from './body.js';

class NoBody {}

/** A route without `@Body` accepts no body, or an empty object: sent data is never silently ignored. */
@Injectable()
export class NoBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body === undefined || this.reflector.get(TakesBody, context.getHandler())) return true;
    return checkedBody(body, NoBody, () => []).then(() => true);
  }
}
