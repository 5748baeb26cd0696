import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { type Observable, map } from 'rxjs';
import { isStoredResponse } from './stored-response.js';

const VERBATIM = 'corridor:verbatim';

/** The handler's result is sent as it is, not under `data`: health, metrics, pages. */
export const Verbatim = () => SetMetadata(VERBATIM, true);

/** Wraps what controllers return as `{ "data": … }`; a `StoredResponse` is sent byte for byte. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (
      this.reflector.getAllAndOverride<boolean | undefined>(VERBATIM, [
        context.getHandler(),
        context.getClass(),
      ])
    ) {
      return next.handle();
    }
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(map((value) => wrap(value, reply)));
  }
}

function wrap(value: unknown, reply: FastifyReply): unknown {
  // Success is 200 for every operation, creating ones included (decisions §1); Nest has set 201 for a POST.
  if (reply.statusCode === 201) reply.status(200);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!isStoredResponse(value)) return JSON.stringify({ data: value ?? null });
  if (value.replayed) reply.header('idempotent-replayed', 'true');
  return value.body;
}
