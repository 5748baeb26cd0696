import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { refuse } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import { type Permission, REQUIRED_PERMISSION } from './permission.js';
import { callerOf } from './authenticator.js';

/** Refuses a caller without the permission that the route `@Requires`. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const required = this.reflector.getAllAndOverride<Permission | undefined>(REQUIRED_PERMISSION, targets);
    if (!required) return true;
    const { permissions } = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (permissions.includes(required)) return true;
    throw refuse('permission_required', `The credential lacks ${required}.`, {
      requiredPermission: required,
    });
  }
}
