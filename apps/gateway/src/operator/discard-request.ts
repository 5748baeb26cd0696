import { message } from '@corridor/contracts';
import type { Registration } from '@corridor/event-store';
import type { DiscardRequestResource } from '@corridor/gateway-contract';
import type { Aggregate } from '@corridor/kernel';

/** The decision of operators that a service never handles one of its parked messages. */
export type Discard = Omit<DiscardRequestResource, 'id' | 'requestedOn'>;

type DiscardEvent = { readonly type: 'requested' } & Discard;

export const discardRequest: Aggregate<object, DiscardEvent> = {
  name: 'discard_request',
  stateVersion: 1,
  initial: {},
  evolve: (state) => state,
};

export const requestDiscard = (discard: Discard) => (): DiscardEvent[] => [{ type: 'requested', ...discard }];

export const discardRequests: Registration<object, DiscardEvent, DiscardRequestResource> = {
  aggregate: discardRequest,
  view: {
    table: discardRequest.name,
    project: (_, { streamId: id, occurredOn: requestedOn, event: { type: _type, ...discard } }) => ({
      id,
      ...discard,
      requestedOn,
    }),
  },
  publish: ({ event: { service: consumer, source, streamId, version } }) =>
    message('corridor.discard_requested', { consumer, source, streamId, version }),
};
