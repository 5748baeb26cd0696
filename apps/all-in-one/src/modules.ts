import { ConversionsModule, service as conversions } from '@corridor/conversions';
import { GatewayModule, service as gateway } from '@corridor/gateway';
import { InboundFundsModule, service as inboundFunds } from '@corridor/inbound-funds';
import type { Environment } from '@corridor/kernel';
import { LedgerModule, service as ledger } from '@corridor/ledger';
import { PaymentsModule, service as payments } from '@corridor/payments';
import { WebhookDispatcherModule, service as webhookDispatcher } from '@corridor/webhook-dispatcher';
import type { Manifest } from '@corridor/platform';
import type { DynamicModule, Type } from '@nestjs/common';

/** The manifests of all services, in the order in which they start. */
export const services: readonly Manifest[] = [
  gateway,
  ledger,
  conversions,
  payments,
  inboundFunds,
  webhookDispatcher,
];

/** The modules of the services in an environment. */
export const modulesIn = (environment: Environment): (Type | DynamicModule)[] => [
  GatewayModule.in(environment),
  LedgerModule,
  ConversionsModule.in(environment),
  PaymentsModule.in(environment),
  InboundFundsModule.in(environment),
  WebhookDispatcherModule.in(environment),
];
