import { Type } from 'typebox';
import type { DataOf, MessageDefinitions } from './message.js';
import { nullable, part } from './schema.js';

const parkedMessage = {
  /** The service that could not handle the message. */
  consumer: Type.String(),
  source: Type.String(),
  streamId: Type.String(),
  version: Type.Integer(),
};

/** Messages that any service can send, about messages. */
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
} as const satisfies MessageDefinitions;

declare module '@corridor/contracts' {
  interface Messages extends DataOf<typeof systemMessages> {}
}
