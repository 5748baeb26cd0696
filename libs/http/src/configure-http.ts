import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Reflector } from '@nestjs/core';
import { AdmissionGuard } from './admission-guard.js';
import { Authenticator } from './authentication/authenticator.js';
import { type RateLimit, RateLimiter } from './authentication/rate-limit.js';
import type { HttpAdapter } from './http-adapter.js';
import { InputPipe } from './input/input-pipe.js';

export interface HttpOptions {
  /** Null behind the gateway, which has already counted the request. */
  readonly rateLimit: RateLimit | null;
}

/**
 * Configures the HTTP layer of an application created with {@link HttpAdapter}. Some module must provide and export
 * `Authenticator`.
 */
export function configureHttp(
  app: NestFastifyApplication,
  { rateLimit }: HttpOptions,
): NestFastifyApplication {
  const adapter = app.getHttpAdapter() as HttpAdapter;
  adapter.rateLimiter = rateLimit && new RateLimiter(rateLimit);
  const authenticator = app.get(Authenticator, { strict: false });
  return app
    .useGlobalFilters(adapter.problems)
    .useGlobalPipes(new InputPipe())
    .useGlobalGuards(
      new AdmissionGuard(app.get(Reflector), authenticator, adapter.rateLimiter, adapter.replays),
    ) as NestFastifyApplication;
}
