import type { View } from '@corridor/event-store';
import type { ReviewRulesResource } from '@corridor/payments-contract';
import type { Event } from './review-rules.js';

/** As staff read them. */
export const reviewRulesView: View<ReviewRulesResource & { readonly id: string }, Event> = {
  table: 'review_rules',
  project(row, { event, streamId, caller, occurredOn }) {
    const { countries, paymentsAbove, firstPayments, riskRatings = [] } = event;
    const rules = { countries: [...countries], paymentsAbove, firstPayments, riskRatings: [...riskRatings] };
    const version = (row?.version ?? 0) + 1;
    return { id: streamId, ...rules, version, setBy: caller.user, setOn: occurredOn };
  },
};
