import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Refusal } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';

/** Represents a body that could not be read, until authentication has decided whether its sender may know. */
export class Unreadable {
  constructor(readonly refusal: Refusal) {}
}

/** Refuses unreadable bodies, after authentication. */
@Injectable()
export class ReadableBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body instanceof Unreadable) throw body.refusal;
    return true;
  }
}
