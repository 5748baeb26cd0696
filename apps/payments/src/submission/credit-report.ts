import { type Message, message } from '@corridor/contracts';
import type { Recorded, Registration } from '@corridor/event-store';
import type { Aggregate } from '@corridor/kernel';
import type { RailCredit } from '../rail/payment-rail.js';

/** That the rail has read a credit: told once to the service of inbound funds, which decides what becomes of it. */
export interface State {
  readonly status: 'NEW' | 'REPORTED';
}

export type Event = { readonly type: 'reported' } & RailCredit;

export const creditReport: Aggregate<State, Event> = {
  name: 'credit_report',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: () => ({ status: 'REPORTED' }),
};

/** A repeated credit has no effect. */
export const report = ({ status }: State, credit: RailCredit): Event[] =>
  status === 'NEW' ? [{ type: 'reported', ...credit }] : [];

export function publishCreditReport({ event }: Recorded<Event>): Message {
  const { type: _, ...credit } = event;
  return message('payments.credit_reported', credit);
}

export const creditReports: Registration<State, Event, never> = {
  aggregate: creditReport,
  publish: publishCreditReport,
};
