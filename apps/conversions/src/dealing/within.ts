import { refusedTrade } from '@corridor/conversions-contract';
import { type ConversionOrder, refuse } from '@corridor/kernel';
import type { Policy } from '@corridor/payments-contract';
import type { Check } from './credit.js';

/** The check of the limits, after that of the currencies: what the policy refuses is not booked. */
export const within =
  (policy: Policy, order: ConversionOrder, check: Check): Check =>
  (sold) => {
    const reason = refusedTrade(policy, order);
    return reason ? refuse(reason) : check(sold);
  };
