import { Clock } from '@corridor/kernel';
import { Authenticator, ResponseCipher } from '@corridor/http';
import { Config, ServiceModule } from '@corridor/platform';
import { Global, Module } from '@nestjs/common';
import { ApiKeyController } from './api-key/api-key.controller.js';
import { ApiKeys } from './api-key/api-keys.js';
import { OwnApiKeys } from './api-key/own-api-keys.js';
import { ClientSettingsController } from './client/client-settings.controller.js';
import { DocumentationController } from './documentation/documentation.controller.js';
import { GatewayAuthenticator } from './authentication/gateway-authenticator.js';
import { KeyUse } from './authentication/key-use.js';
import { GatewaySettings } from './gateway-settings.js';
import { Identities } from './identities.js';
import { LandingController } from './landing.controller.js';
import { OperatorApiKeyController } from './operator/api-key.controller.js';
import { OperatorClientController } from './operator/client.controller.js';
import { OperatorKey } from './operator/operator-key.js';
import { OperatorRecords } from './operator/operator-records.js';
import { OperatorUserController } from './operator/user.controller.js';
import { service } from './service.js';
import { AccessTokens } from './token/access-tokens.js';
import { LoginThrottle } from './token/login-throttle.js';
import { TokenController } from './token/token.controller.js';
import { WhoAmIController } from './who-am-i.controller.js';

/** Identity, and the entrance of the whole system: it authenticates every request. */
@Global()
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [
    LandingController,
    DocumentationController,
    WhoAmIController,
    TokenController,
    ClientSettingsController,
    ApiKeyController,
    OperatorClientController,
    OperatorUserController,
    OperatorApiKeyController,
  ],
  providers: [
    ApiKeys,
    OwnApiKeys,
    Identities,
    KeyUse,
    LoginThrottle,
    OperatorRecords,
    { provide: Authenticator, useClass: GatewayAuthenticator },
    {
      provide: GatewaySettings,
      useFactory: (config: Config) => new GatewaySettings(config),
      inject: [Config],
    },
    {
      provide: ResponseCipher,
      useFactory: ({ cipher }: GatewaySettings) => cipher,
      inject: [GatewaySettings],
    },
    {
      provide: OperatorKey,
      useFactory: ({ operatorKey }: GatewaySettings) => new OperatorKey(operatorKey),
      inject: [GatewaySettings],
    },
    {
      provide: AccessTokens,
      useFactory: ({ tokenKey, environment }: GatewaySettings, clock: Clock) =>
        new AccessTokens(tokenKey, environment, clock),
      inject: [GatewaySettings, Clock],
    },
  ],
  exports: [Authenticator],
})
export class GatewayModule {}
