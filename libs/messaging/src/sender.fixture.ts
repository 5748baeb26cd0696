import { type Message, MessageRegistry } from '@corridor/contracts';
import type { Registration } from '@corridor/event-store';
import type { Aggregate } from '@corridor/kernel';
import { Type } from 'typebox';

export interface Sent {
  readonly type: 'sent';
}

/** Each of its events is published as the same message. */
export const sender: Aggregate<number, Sent> = {
  name: 'sender',
  stateVersion: 1,
  initial: 0,
  evolve: (count) => count + 1,
};
const message = { type: 'test.sent', data: {} } as unknown as Message;
export const senders: Registration<number, Sent, never> = { aggregate: sender, publish: () => message };
export const messages = new MessageRegistry({ 'test.sent': { version: 1, data: Type.Object({}) } });
