import { type Message, message } from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import { territoriesOf } from '../beneficiary/local-networks.js';
import type { Event } from './payment-policy.js';

/** The countries with their territories, which the other services need not know. */
export function publishPolicy({ event: { refusedCountries, refusedCurrencies } }: Recorded<Event>): Message {
  const all = new Set(refusedCountries.flatMap((code) => [code, ...territoriesOf(code)]));
  return message('payments.policy_set', { refusedCountries: [...all], refusedCurrencies });
}
