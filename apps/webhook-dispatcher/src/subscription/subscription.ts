import type { WebhookEventType } from '@corridor/webhook-dispatcher-contract';
import { type Aggregate, existing, lifecycleOf, refuse } from '@corridor/kernel';

/** A client's subscription to events at a URL (interface-spec 2.12, 3.5). */
export const lifecycle = lifecycleOf('webhook subscription', {
  create: { from: ['NEW'], event: 'created', to: 'ACTIVE' },
  pause: { from: ['ACTIVE'], event: 'paused', to: 'PAUSED' },
  resume: { from: ['PAUSED'], event: 'resumed', to: 'ACTIVE' },
  rotateSecret: {
    from: ['PAUSED'],
    event: 'secret_rotated',
    to: 'PAUSED',
    refusal: 'subscription_not_paused',
  },
  unsubscribe: {
    from: ['ACTIVE', 'PAUSED'],
    event: 'unsubscribed',
    to: 'UNSUBSCRIBED',
    refusal: 'subscription_ended',
  },
});

export type Subscription =
  | { readonly status: 'NEW' }
  | { readonly status: 'ACTIVE' | 'PAUSED' | 'UNSUBSCRIBED'; readonly details: Details };

/** The client's data of a subscription. Validated in the HTTP layer. */
export interface Details {
  readonly targetPlatform: string | null;
  readonly targetUrl: string;
  readonly events: readonly WebhookEventType[];
}

export type SubscriptionEvent =
  | ({ readonly type: 'created'; readonly sealedSecret: string } & Details)
  | ({ readonly type: 'changed' } & Details)
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | { readonly type: 'secret_rotated'; readonly sealedSecret: string }
  | { readonly type: 'unsubscribed' }
  | { readonly type: 'pinged'; readonly notificationId: string; readonly message: string | null }
  | {
      readonly type: 'redelivery_requested';
      readonly notificationId: string;
      readonly clonedFromNotificationId: string;
    };

export const subscription: Aggregate<Subscription, SubscriptionEvent> = {
  name: 'webhook_subscription',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve(state, event) {
    switch (event.type) {
      case 'created':
        return { status: lifecycle.statusAfter(event), details: detailsOf(event) };
      case 'changed':
        return { ...existing(state), details: detailsOf(event) };
      case 'pinged':
      case 'redelivery_requested':
        return state;
      default:
        return { ...existing(state), status: lifecycle.statusAfter(event) };
    }
  },
};

/** How many subscriptions the client has already, and may have. */
export interface Room {
  readonly taken: number;
  readonly limit: number;
}

export function create(
  state: Subscription,
  details: Details,
  sealedSecret: string,
  { taken, limit }: Room,
): SubscriptionEvent[] {
  lifecycle.requireStatus(state, 'create');
  if (taken >= limit) throw refuse('limit_reached', `A client has at most ${limit} webhook subscriptions.`);
  return [{ type: 'created', ...details, sealedSecret }];
}

/** Applies to later events: an event is sent to the subscriptions that listed it when it happened. */
export function change(state: Subscription, details: Details): SubscriptionEvent[] {
  const before = living(state);
  return JSON.stringify(before) === JSON.stringify(details) ? [] : [{ type: 'changed', ...details }];
}

/** Nothing is sent from now on; new notifications are queued. */
export function pause(state: Subscription): SubscriptionEvent[] {
  living(state);
  return lifecycle.allows(state, 'pause') ? [{ type: 'paused' }] : [];
}

export function resume(state: Subscription): SubscriptionEvent[] {
  living(state);
  return lifecycle.allows(state, 'resume') ? [{ type: 'resumed' }] : [];
}

/** The old secret is invalid at once. Only while nothing is sent, so that the receiver can be told in time. */
export function rotateSecret(state: Subscription, sealedSecret: string): SubscriptionEvent[] {
  living(state);
  lifecycle.requireStatus(state, 'rotateSecret');
  return [{ type: 'secret_rotated', sealedSecret }];
}

/** Permanently. */
export function unsubscribe(state: Subscription): SubscriptionEvent[] {
  living(state);
  return [{ type: 'unsubscribed' }];
}

/** A notification that says nothing but `message`; while paused it is queued like any other. */
export function ping(
  state: Subscription,
  input: { readonly notificationId: string; readonly message: string | null },
): SubscriptionEvent[] {
  living(state);
  return [{ type: 'pinged', ...input }];
}

/** The same notification again, as a new one. */
export function redeliver(
  state: Subscription,
  input: { readonly notificationId: string; readonly clonedFromNotificationId: string },
): SubscriptionEvent[] {
  living(state);
  return [{ type: 'redelivery_requested', ...input }];
}

/** The details of a subscription that has not ended. */
const living = (state: Subscription): Details => lifecycle.requireStatus(state, 'unsubscribe').details;

const detailsOf = ({ targetPlatform, targetUrl, events }: Details): Details => ({
  targetPlatform,
  targetUrl,
  events,
});
