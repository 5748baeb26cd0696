import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Caller, refuse } from '@corridor/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, PUBLIC, callerOf } from './authentication/authenticator.js';
import { REQUIRED_PERMISSION } from './authentication/permission.js';
import type { RateLimiter } from './authentication/rate-limit.js';
import { TakesBody } from './body/body.js';
import { Unreadable } from './body/unreadable.js';
import { operationIdOf } from './documentation/operation-id.js';
import { commandOf } from './idempotency/command.js';
import { idempotencyKey } from './idempotency/idempotency-key.js';
import { type IdempotencyRule, idempotencyRuleOf } from './idempotency/idempotency-rule.js';
import { Repeated, type RecentReplays } from './idempotency/recent-replays.js';
import { readBody } from './input/input-pipe.js';

/** What the decorators of a route declare. */
interface Route {
  readonly isPublic: boolean;
  readonly permission: string | undefined;
  readonly takesBody: boolean;
  readonly handler: { readonly name: string };
  readonly operation: string | undefined;
  readonly needsKey: boolean;
}

/**
 * Admits requests to the controllers. The order of its checks is the order of the refusals: 401, 429, 403, 400. It is one
 * guard, without a promise if the credential is known: Nest awaits each guard that returns one.
 */
@Injectable()
export class AdmissionGuard implements CanActivate {
  /** By class and handler: handlers of a common base class can differ in the decorators of their classes. */
  private readonly routes = new Map<object, Map<object, Route>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly rateLimiter: RateLimiter | null,
    private readonly replays: RecentReplays,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const route = this.routeOf(context);
    request.operation = route.operation;
    if (route.isPublic) return this.admit(route, request);
    const caller = this.authenticator.authenticate(request, reply);
    return caller instanceof Promise
      ? caller.then((found) => this.count(found, route, request, reply))
      : this.count(caller, route, request, reply);
  }

  /** Only authenticated requests: failed authentication has its own limits. */
  private count(
    caller: Caller,
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
  ): true | Promise<true> {
    request.caller = caller;
    const counted = this.rateLimiter?.count(caller.client.id, reply);
    return counted ? counted.then(() => this.admit(route, request)) : this.admit(route, request);
  }

  /** The checks after authentication. @throws Repeated if the response of the request is known */
  private admit(route: Route, request: FastifyRequest): true {
    if (route.permission) requirePermission(route.permission, request);
    checkBody(route, request);
    if (!route.needsKey) return true;
    requireKey(route, request);
    const { idempotency } = commandOf(request);
    const stored = idempotency && this.replays.find(idempotency);
    if (stored) throw Repeated.with(stored);
    return true;
  }

  private routeOf(context: ExecutionContext): Route {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    const known = this.routes.get(controller)?.get(handler);
    if (known) return known;
    const route = this.declared(context);
    const routes = this.routes.get(controller) ?? new Map<object, Route>();
    this.routes.set(controller, routes.set(handler, route));
    return route;
  }

  private declared(context: ExecutionContext): Route {
    const handler = context.getHandler();
    const targets = [handler, context.getClass()];
    return {
      isPublic: this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets) ?? false,
      permission: this.reflector.getAllAndOverride<string | undefined>(REQUIRED_PERMISSION, targets),
      takesBody: this.reflector.get(TakesBody, handler) ?? false,
      handler,
      operation: operationIdOf(handler),
      needsKey: needsKey(context),
    };
  }
}

function needsKey(context: ExecutionContext): boolean {
  const rule: IdempotencyRule | null | undefined = idempotencyRuleOf(context.getHandler());
  const { method } = context.switchToHttp().getRequest<FastifyRequest>();
  if (rule === undefined && ['POST', 'PUT'].includes(method)) {
    const handler = `${context.getClass().name}.${context.getHandler().name}`;
    throw new Error(`${handler} has to be @Idempotent() or @NoIdempotencyKey()`);
  }
  return Boolean(rule);
}

function requirePermission(permission: string, request: FastifyRequest): void {
  if (callerOf(request).permissions.includes(permission)) return;
  throw refuse('permission_required', `The credential lacks ${permission}.`, {
    requiredPermission: permission,
  });
}

class NoBody {}

/** A body that cannot be read is refused, and by a route without `@Body` any but an empty object: nothing is silently ignored. */
function checkBody({ takesBody }: Route, { body }: FastifyRequest): void {
  if (body instanceof Unreadable) throw body.refusal;
  if (body !== undefined && !takesBody) readBody(body, NoBody);
}

/** After authentication and authorization, so that a refused request does not use up its key. */
function requireKey({ handler }: Route, request: FastifyRequest): void {
  const key = idempotencyKey(request);
  if (key === null) throw refuse('idempotency_key_required');
  request.keyed = { key, handler };
}
