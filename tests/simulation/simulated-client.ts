import type { Caller } from '@corridor/kernel';
import { permissions } from '@corridor/services';

export const callerOf = (client: { id: string; name: string }, n: number): Caller => ({
  environment: 'SANDBOX',
  client,
  user: { id: `cu_0000000000000000000000000${n}`, name: 'Simulated User' },
  apiKeyId: `ak_0000000000000000000000000${n}`,
  permissions,
  correlationId: `simulation-${n}`,
  causationId: null,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
});

/** Kinds of records, with the service that has them and the commands of their simulators, in their order. */
export const KINDS = {
  'payment-instructions': {
    service: 'payments',
    forwards: ['acknowledge', 'fill', 'send'],
    ends: ['reject', 'fail', 'set-fee'],
  },
  payments: { service: 'payments', forwards: ['authorise', 'send', 'complete'], ends: ['fail', 'set-fee'] },
  conversions: { service: 'conversions', forwards: ['exchange'], ends: [] },
  'inbound-funds': { service: 'inbound-funds', forwards: ['credit'], ends: ['reject'] },
} as const;
export type Kind = keyof typeof KINDS;

/** A firm price, and the terms of what can use it. */
export interface Quote {
  readonly id: string;
  readonly terms: Readonly<Record<string, unknown>>;
}

/** What a client knows of its records. */
export class SimulatedClient {
  beneficiaryId = '';
  readonly known: Record<Kind, string[]> = {
    'payment-instructions': [],
    payments: [],
    conversions: [],
    'inbound-funds': [],
  };
  readonly quotes: Quote[] = [];
  /** How many steps forwards a record has made. */
  readonly moved = new Map<string, number>();
  readonly subscriptions: string[] = [];

  constructor(readonly caller: Caller) {}
}
