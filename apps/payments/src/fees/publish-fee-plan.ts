import { type Message, message } from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import type { Event } from './client-fee-plan.js';

/** Payments computes fees itself; the record of the client shows its plan. */
export const publishFeePlanOf = ({ event: { clientId, planId } }: Recorded<Event>): Message =>
  message('payments.fee_plan_assigned', { clientId, planId });
