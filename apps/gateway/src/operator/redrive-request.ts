import { message } from '@corridor/contracts';
import type { Registration } from '@corridor/event-store';
import type { RedriveRequestResource } from '@corridor/gateway-contract';
import type { Aggregate } from '@corridor/kernel';

/** An operator's request to a service: to handle the parked messages of a stream now, instead of at the next retry. */
export interface Redrive {
  readonly service: string;
  readonly source: string;
  readonly streamId: string;
}

type RedriveEvent = { readonly type: 'requested' } & Redrive;

export const redriveRequest: Aggregate<object, RedriveEvent> = {
  name: 'redrive_request',
  stateVersion: 1,
  initial: {},
  evolve: (state) => state,
};

export const requestRedrive = (redrive: Redrive) => (): RedriveEvent[] => [{ type: 'requested', ...redrive }];

export const redriveRequests: Registration<object, RedriveEvent, RedriveRequestResource> = {
  aggregate: redriveRequest,
  view: {
    table: redriveRequest.name,
    project: (_, { streamId: id, occurredOn: requestedOn, event: { type: _type, ...redrive } }) => ({
      id,
      ...redrive,
      requestedOn,
    }),
  },
  publish: ({ event: { service: consumer, source, streamId } }) =>
    message('corridor.redrive_requested', { consumer, source, streamId }),
};
