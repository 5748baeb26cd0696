import { Door, RateLimiter, SignedCaller } from '@corridor/http';
import { Config } from '@corridor/platform';
import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { forward } from './forwarding.js';
import { type Destination, addressVariable, routes } from './routes.js';

/** The gateway of the distributed composition: forwards what the other services answer. */
@Module({})
export class ForwardingModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly config: Config,
    private readonly door: Door,
  ) {}

  onModuleInit(): void {
    const destinations = [...new Set<Destination>(Object.values(routes))];
    const addresses = Object.fromEntries(
      destinations.map((one) => [one, this.config.text(addressVariable(one))]),
    );
    forward(this.host.httpAdapter.getInstance<FastifyInstance>(), {
      addresses: addresses as Record<Destination, string>,
      door: this.door,
      signed: new SignedCaller(this.config.text('CALLER_SECRET')),
      rateLimiter: new RateLimiter(rateLimitOf(this.config)),
    });
  }
}

export const rateLimitOf = (config: Config) => ({
  perSecond: config.integer('RATE_LIMIT_PER_SECOND', 100),
  burst: config.integer('RATE_LIMIT_BURST', 200),
});
