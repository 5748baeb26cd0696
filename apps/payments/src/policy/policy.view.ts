import type { View } from '@corridor/event-store';
import type { PolicyResource } from '@corridor/payments-contract';
import type { Event } from './payment-policy.js';

/** As staff read it. */
export const policyView: View<PolicyResource & { readonly id: string }, Event> = {
  table: 'payment_policy',
  project(row, { event, streamId, caller, occurredOn }) {
    const { refusedCountries, refusedCurrencies } = event;
    const version = (row?.version ?? 0) + 1;
    return {
      id: streamId,
      refusedCountries,
      refusedCurrencies,
      version,
      setBy: caller.user,
      setOn: occurredOn,
    };
  },
};
