import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Reflector } from '@nestjs/core';
import { NoBodyGuard } from './body/no-body.js';
import { ReadableBodyGuard } from './body/unreadable.js';
import { IdempotencyGuard } from './idempotency/idempotency.guard.js';
import { Authenticator, AuthenticationGuard } from './authentication/authenticator.js';
import { PermissionGuard } from './authentication/permission-guard.js';
import { type RateLimit, RateLimitGuard, RateLimiter } from './authentication/rate-limit.js';
import type { HttpAdapter } from './http-adapter.js';
import { InputPipe } from './input/input-pipe.js';

export interface HttpOptions {
  /** Null behind the gateway, which has already counted the request. */
  readonly rateLimit: RateLimit | null;
}

/**
 * Configures the HTTP layer of an application created with {@link HttpAdapter}. Some module must provide and export
 * `Authenticator`. The order of the guards is the order of the refusals: 401, 429, 403, 400.
 */
export function configureHttp(
  app: NestFastifyApplication,
  { rateLimit }: HttpOptions,
): NestFastifyApplication {
  const reflector = app.get(Reflector);
  const adapter = app.getHttpAdapter() as HttpAdapter;
  adapter.rateLimiter = rateLimit && new RateLimiter(rateLimit);
  return app
    .useGlobalFilters(adapter.problems)
    .useGlobalPipes(new InputPipe())
    .useGlobalGuards(
      new AuthenticationGuard(reflector, app.get(Authenticator, { strict: false })),
      ...(adapter.rateLimiter ? [new RateLimitGuard(adapter.rateLimiter)] : []),
      new PermissionGuard(reflector),
      new ReadableBodyGuard(),
      new NoBodyGuard(reflector),
      new IdempotencyGuard(),
    ) as NestFastifyApplication;
}
