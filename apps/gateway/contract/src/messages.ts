import {
  countryCode,
  type DataOf,
  flag,
  type MessageDefinitions,
  nullable,
  oneOf,
  part,
} from '@corridor/contracts';
import { Type } from 'typebox';
import { riskRatings } from './records/operator.js';

/** Who a client is, for screening. */
const identity = part({
  clientId: Type.String(),
  name: Type.String(),
  isPerson: flag(),
  countryCode,
});

/** Facts of clients. */
export const messages = {
  'client.created': { version: 1, description: 'A client was created.', data: identity },
  'client.changed': {
    version: 1,
    description: 'Staff have changed the details of a client.',
    data: identity,
  },
  'client.rated': {
    version: 1,
    description: 'Staff have rated the risk of a client.',
    data: part({ clientId: Type.String(), riskRating: oneOf(...riskRatings) }),
  },
  'client.suspended': {
    version: 1,
    description: 'A client was suspended: its commands are refused. `screeningId`: the case that is BLOCKED.',
    data: part({ clientId: Type.String(), reason: Type.String(), screeningId: nullable(Type.String()) }),
  },
  'client.resumed': {
    version: 1,
    description: 'Staff have resumed a client that was suspended.',
    data: part({ clientId: Type.String() }),
  },
  'client.closed': {
    version: 1,
    description: 'A client was closed, for good.',
    data: part({ clientId: Type.String(), reason: Type.String() }),
  },
} as const satisfies MessageDefinitions;

declare module '@corridor/contracts' {
  interface Messages extends DataOf<typeof messages> {}
}
