import { id, listOf, named, nullable, oneOf, type RecordOf, textLike, timestamp } from '@corridor/contracts';
import { approvalRights } from './approval.js';

/** A user of a client, as the other users of the client see them. */
export const user = named('User', {
  id: id('usr'),
  clientUserId: id('cu'),
  firstName: textLike('Grace'),
  lastName: textLike('Hopper'),
  email: textLike('grace@northwind.example'),
  status: oneOf('Active', 'Disabled'),
  dateOfLastLogin: nullable(timestamp),
  permissions: listOf(textLike('wallets:read')),
  approval: approvalRights,
});
export type UserResource = RecordOf<typeof user>;
