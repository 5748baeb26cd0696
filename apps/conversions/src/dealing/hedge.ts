import type { HedgeResource } from '@corridor/conversions-contract';
import { type Aggregate, type CalendarDate, type Money, lifecycleOf } from '@corridor/kernel';

/** A trade with a bank or broker, which staff record (production.md §5). */
export const lifecycle = lifecycleOf('hedge', {
  record: { from: ['NEW'], event: 'recorded', to: 'RECORDED' },
  cancel: { from: ['RECORDED'], event: 'cancelled', to: 'CANCELLED' },
});

export interface State {
  readonly status: 'NEW' | HedgeResource['status'];
}

export interface Trade {
  readonly externalReference: string;
  readonly counterparty: string;
  readonly buyAmount: Money;
  readonly sellAmount: Money;
  readonly ccyPair: string;
  readonly rate: string;
  readonly valueDate: CalendarDate;
}

export type Event =
  | ({ readonly type: 'recorded' } & Trade)
  | { readonly type: 'cancelled'; readonly reason: string };

export const hedge: Aggregate<State, Event> = {
  name: 'hedge',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, event) => ({ status: lifecycle.statusAfter(event) }),
};

export function record(state: State, trade: Trade): Event[] {
  lifecycle.requireStatus(state, 'record');
  return [{ type: 'recorded', ...trade }];
}

export function cancel(state: State, { reason }: { readonly reason: string }): Event[] {
  lifecycle.requireStatus(state, 'cancel');
  return [{ type: 'cancelled', reason }];
}
