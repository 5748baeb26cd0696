import { countryCode, type DataOf, flag, type MessageDefinitions, oneOf, part } from '@corridor/contracts';
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
} as const satisfies MessageDefinitions;

declare module '@corridor/contracts' {
  interface Messages extends DataOf<typeof messages> {}
}
