import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { checkedBody } from '../input/input-pipe.js';

class NoBody {}

/** A route without a body accepts no body, or an empty object: sent data is never silently ignored. */
@Injectable()
export class NoBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!takesBody(context)) await checkedBody(body, NoBody, () => []);
    return true;
  }
}

function takesBody(context: ExecutionContext): boolean {
  const parameters: unknown = Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  );
  return Object.keys(parameters ?? {}).some((name) => name.startsWith(`${RouteParamtypes.BODY}:`));
}
