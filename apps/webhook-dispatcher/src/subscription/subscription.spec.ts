import { type Refusal, fold } from '@corridor/kernel';
import { cellsOf, given } from '@corridor/testing';
import {
  type Details,
  type Subscription,
  type SubscriptionEvent,
  change,
  create,
  pause,
  ping,
  redeliver,
  resume,
  rotateSecret,
  subscription,
  unsubscribe,
} from './subscription.js';

const details: Details = {
  targetPlatform: 'ERP',
  targetUrl: 'https://example.com/hooks',
  events: ['payment.sent', 'ping'],
};
const room = { taken: 0, limit: 50 };
const created: SubscriptionEvent = { type: 'created', ...details, sealedSecret: 'sealed' };
const paused: SubscriptionEvent = { type: 'paused' };
const unsubscribed: SubscriptionEvent = { type: 'unsubscribed' };
const pinging = { notificationId: 'whn_1', message: 'hello' };
const again = { notificationId: 'whn_2', clonedFromNotificationId: 'whn_1' };

describe('a subscription', () => {
  it('is created where the client has room for one more', () => {
    given(subscription).when(create, details, 'sealed', room).then(created);
    given(subscription).when(create, details, 'sealed', { taken: 49, limit: 50 }).then(created);
    given(subscription).when(create, details, 'sealed', { taken: 50, limit: 50 }).refuses('limit_reached');
  });

  it('changes, and not when it is the same', () => {
    const more: Details = { ...details, events: ['payment.sent'] };
    given(subscription, created)
      .when(change, more)
      .then({ type: 'changed', ...more });
    given(subscription, created).when(change, details).then();
    given(subscription, created, { type: 'changed', ...more })
      .when(change, more)
      .then();
  });

  it('is pinged and repeats a notification, active or paused', () => {
    for (const history of [[created], [created, paused]]) {
      given(subscription, ...history)
        .when(ping, pinging)
        .then({ type: 'pinged', ...pinging });
      given(subscription, ...history)
        .when(redeliver, again)
        .then({ type: 'redelivery_requested', ...again });
    }
  });

  it('gets another secret while it is paused', () => {
    given(subscription, created, paused)
      .when(rotateSecret, 'other')
      .then({ type: 'secret_rotated', sealedSecret: 'other' });
  });
});

/** interface-spec 3.5 as a table. `=` means that nothing happens. */
const table = `
  from          create   change        pause   resume  rotateSecret  unsubscribe   ping          redeliver
  NEW           ACTIVE   missing       missing missing missing       missing       missing       missing
  ACTIVE        illegal  ACTIVE        PAUSED  =       not_paused    UNSUBSCRIBED  ACTIVE        ACTIVE
  PAUSED        illegal  PAUSED        =       ACTIVE  PAUSED        UNSUBSCRIBED  PAUSED        PAUSED
  UNSUBSCRIBED  illegal  ended         ended   ended   ended         ended         ended         ended
`;

describe('every state and command', () => {
  const histories: Record<string, SubscriptionEvent[]> = {
    NEW: [],
    ACTIVE: [created],
    PAUSED: [created, paused],
    UNSUBSCRIBED: [created, unsubscribed],
  };
  const commands: Record<string, (state: Subscription) => SubscriptionEvent[]> = {
    create: (state) => create(state, details, 'sealed', room),
    change: (state) => change(state, { ...details, targetPlatform: null }),
    pause,
    resume,
    rotateSecret: (state) => rotateSecret(state, 'other'),
    unsubscribe,
    ping: (state) => ping(state, pinging),
    redeliver: (state) => redeliver(state, again),
  };
  const codes: Record<string, string> = {
    not_found: 'missing',
    illegal_transition: 'illegal',
    subscription_not_paused: 'not_paused',
    subscription_ended: 'ended',
  };

  it.each(cellsOf(table))('%s, %s: %s', (from, command, expected) => {
    const history = histories[from] ?? [];
    const outcome = () => {
      try {
        const events = commands[command]?.(fold(subscription, history)) ?? [];
        return events.length === 0 ? '=' : fold(subscription, [...history, ...events]).status;
      } catch (error) {
        return codes[(error as Refusal).code];
      }
    };
    expect(outcome()).toBe(expected);
  });
});
