import { contract as conversions } from '@corridor/conversions-contract';
import { contract as gateway } from '@corridor/gateway-contract';
import { contract as inboundFunds } from '@corridor/inbound-funds-contract';
import { contract as ledger } from '@corridor/ledger-contract';
import { contract as payments } from '@corridor/payments-contract';
import { contract as webhookDispatcher } from '@corridor/webhook-dispatcher-contract';

/** The one list of all services, in the order in which they start. */
export const contracts = [gateway, ledger, conversions, payments, inboundFunds, webhookDispatcher] as const;

export type AnyContract = (typeof contracts)[number];
export type ServiceName = AnyContract['service'];

export const SERVICES: readonly ServiceName[] = contracts.map(({ service }) => service);

/** The variable with the address of a service: `INBOUND_FUNDS_URL`. */
export const addressVariable = (service: ServiceName): string =>
  `${service.toUpperCase().replaceAll('-', '_')}_URL`;
