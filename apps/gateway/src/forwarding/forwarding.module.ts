import { Authenticator, type HttpAdapter, SignedCaller } from '@corridor/http';
import { Config } from '@corridor/platform';
import { addressVariable } from '@corridor/services';
import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { forward } from './forwarding.js';
import { type Destination, destinations } from './routes.js';

/** The gateway of the distributed composition: forwards what the other services answer. */
@Module({})
export class ForwardingModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<HttpAdapter>,
    private readonly config: Config,
    private readonly authenticator: Authenticator,
  ) {}

  onModuleInit(): void {
    const addresses = Object.fromEntries(
      destinations.map((one) => [one, this.config.text(addressVariable(one))]),
    );
    const adapter = this.host.httpAdapter;
    forward(adapter.getInstance(), {
      addresses: addresses as Record<Destination, string>,
      authenticator: this.authenticator,
      signed: new SignedCaller(this.config.text('CALLER_SECRET')),
      rateLimiter: adapter.rateLimiter,
    });
  }
}
