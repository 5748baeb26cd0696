import { type Messages, message } from '@corridor/contracts';
import type { AnyRegistration, Registration } from '@corridor/event-store';
import type { Aggregate } from '@corridor/kernel';

/** A message that a consumer of this service has parked. One stream each, so that all services are told in order. */
type State = { readonly isParked: boolean };
type Event =
  | ({ readonly type: 'parked' } & Messages['corridor.message_parked'])
  | ({ readonly type: 'redriven' } & Messages['corridor.message_redriven'])
  | ({ readonly type: 'discarded' } & Messages['corridor.message_discarded']);

export const parkedMessage: Aggregate<State, Event> = {
  name: 'parked_message',
  stateVersion: 1,
  initial: { isParked: false },
  evolve: (_, event) => ({ isParked: event.type === 'parked' }),
};

export const park = ({ isParked }: State, parked: Messages['corridor.message_parked']): Event[] =>
  isParked ? [] : [{ type: 'parked', ...parked }];

export const redrive = ({ isParked }: State, redriven: Messages['corridor.message_redriven']): Event[] =>
  isParked ? [{ type: 'redriven', ...redriven }] : [];

export const discard = ({ isParked }: State, discarded: Messages['corridor.message_discarded']): Event[] =>
  isParked ? [{ type: 'discarded', ...discarded }] : [];

const parkedMessages: Registration<State, Event, never> = {
  aggregate: parkedMessage,
  publish({ event: { type, ...data } }) {
    if (type === 'parked')
      return message('corridor.message_parked', data as Messages['corridor.message_parked']);
    return message(type === 'redriven' ? 'corridor.message_redriven' : 'corridor.message_discarded', data);
  },
};

/** What every service registers beside its own aggregates. */
export const parkingRegistrations: readonly AnyRegistration[] = [parkedMessages];
