import type { Environment } from '@corridor/kernel';
import { ServiceModule } from '@corridor/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { ReceivingAccounts } from './collection-accounts/receiving-accounts.js';
import { InboundFundsController, InboundFundsSearches } from './inbound-funds/inbound-funds.controller.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';
import { simulatorsIn } from './simulators.controller.js';

/** Collection accounts and the money received on them. */
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [InboundFundsController, InboundFundsSearches, Reactions],
  providers: [ReceivingAccounts],
})
export class InboundFundsModule {
  /** With the simulators of an environment; without them if the class itself is imported. */
  static in(environment: Environment): DynamicModule {
    return { module: InboundFundsModule, controllers: simulatorsIn(environment) };
  }
}
