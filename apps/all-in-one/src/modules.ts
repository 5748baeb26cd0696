import { ConversionsModule } from '@corridor/conversions';
import { GatewayModule } from '@corridor/gateway';
import { InboundFundsModule } from '@corridor/inbound-funds';
import type { Environment } from '@corridor/kernel';
import { LedgerModule } from '@corridor/ledger';
import { PaymentsModule } from '@corridor/payments';
import { WebhookDispatcherModule } from '@corridor/webhook-dispatcher';
import type { DynamicModule, Type } from '@nestjs/common';

/** The six services, as they are in an environment. */
export const modulesIn = (environment: Environment): (Type | DynamicModule)[] => [
  GatewayModule,
  LedgerModule,
  ConversionsModule.in(environment),
  PaymentsModule.in(environment),
  InboundFundsModule.in(environment),
  WebhookDispatcherModule,
];
