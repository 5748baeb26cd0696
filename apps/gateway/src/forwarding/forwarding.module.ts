import { Authenticator, type HttpAdapter, SignedCaller } from '@corridor/http';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { HttpAdapterHost } from '@nestjs/core';
import { forward } from './forwarding.js';
import { forwardingSettings } from './forwarding-settings.js';

/** The gateway of the distributed composition: forwards requests to the other services. */
@Module({})
export class ForwardingModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<HttpAdapter>,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
    @Inject(forwardingSettings.KEY) private readonly addresses: ConfigType<typeof forwardingSettings>,
    private readonly authenticator: Authenticator,
  ) {}

  onModuleInit(): void {
    const adapter = this.host.httpAdapter;
    forward(adapter.getInstance(), {
      addresses: this.addresses,
      authenticator: this.authenticator,
      signed: new SignedCaller(...this.settings.callerSecrets),
      rateLimiter: adapter.rateLimiter,
      problems: adapter.problems,
    });
  }
}
