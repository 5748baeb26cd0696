import { Type } from 'typebox';
import type { DataOf, MessageDefinitions } from './message.js';
import { listOf, nullable, part } from './schema.js';

const parkedMessage = {
  /** The service that could not handle the message. */
  consumer: Type.String(),
  source: Type.String(),
  streamId: Type.String(),
  version: Type.Integer(),
};

/** Messages that any service can send: about messages, the test clock of a client, and a client that is to be closed. */
export const systemMessages = {
  'corridor.message_parked': {
    version: 1,
    description:
      'A service could not handle a message, or an earlier one about the same record. It waits for operators.',
    data: part({
      ...parkedMessage,
      messageType: Type.String(),
      recordId: nullable(Type.String()),
      reason: Type.String(),
      // Whether requests may wait for its effect.
      isAwaited: Type.Boolean(),
    }),
  },
  'corridor.message_redriven': {
    version: 1,
    description: 'A parked message was handled after all.',
    data: part(parkedMessage),
  },
  'corridor.redrive_requested': {
    version: 1,
    description: 'An operator asks a service to handle the parked messages of a stream now.',
    data: part({ consumer: Type.String(), source: Type.String(), streamId: Type.String() }),
  },
  'corridor.message_discarded': {
    version: 1,
    description: 'Operators have decided that a parked message is never handled.',
    data: part(parkedMessage),
  },
  'corridor.discard_requested': {
    version: 1,
    description: 'Operators ask a service to discard one of its parked messages.',
    data: part(parkedMessage),
  },
  'corridor.clock_turn': {
    version: 1,
    description:
      'SANDBOX: a service does what is due for a client at a time of its test clock, then it is the turn of the next service.',
    data: part({
      // Whose turn it is.
      service: Type.String(),
      turn: Type.Integer(),
      at: Type.String(),
      // How far it advances the clock, in milliseconds.
      byMs: Type.Integer(),
      // The earliest time after it at which something becomes due in the services before; null for none.
      next: nullable(Type.String()),
    }),
  },
  'corridor.client_closing': {
    version: 1,
    description:
      'A client is to be closed: a service adds what is in the way, then it is the turn of the next service.',
    data: part({
      // Whose turn it is.
      service: Type.String(),
      // Rises with each attempt to close a client.
      attempt: Type.Integer(),
      obstacles: listOf(part({ kind: Type.String(), detail: Type.String() })),
    }),
  },
} as const satisfies MessageDefinitions;

declare module '@corridor/contracts' {
  interface Messages extends DataOf<typeof systemMessages> {}
}
