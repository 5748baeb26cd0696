import {
  id,
  integer,
  listOf,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { approvalRights } from './approval.js';
import { identity } from './identity.js';

/** Records for the operator of Corridor (decisions §9). */

const { client, user } = identity.properties;

const person = part(
  { id: id('stf', 'cu'), name: textLike('Ines Almeida') },
  'A member of staff, or a user of the client.',
);
const change = named('AccountAuditEntry', {
  by: nullable(person),
  on: timestamp,
  withApiKey: nullable(id('sk', 'ak')),
});
const auditHistory = named('AccountAuditHistory', {
  version: integer('1 on creation; increases with each change.'),
  created: change,
  updated: change,
});

export const riskRatings = ['LOW', 'MEDIUM', 'HIGH'] as const;

export const clientAccount = named('ClientAccount', {
  ...client.properties,
  status: oneOf('Active', 'Suspended', 'Closed'),
  statusReason: nullable(
    text('Why it is suspended or closed; the client does not see it.', 'Documents expired'),
  ),
  riskRating: nullable(oneOf(...riskRatings)),
  marginPlanId: nullable(id('mgp')),
  feePlanId: nullable(id('fpl')),
  auditHistory,
});
export type ClientResource = RecordOf<typeof clientAccount>;

export const userAccount = named('UserAccount', {
  ...user.properties,
  status: oneOf('Active', 'Disabled'),
  clientUserId: id('cu'),
  permissions: listOf(textLike('wallets:read')),
  approval: approvalRights,
  auditHistory,
});

const apiKeyFields = {
  id: id('ak'),
  label: textLike('Tour'),
  userId: id('usr'),
  permissions: listOf(textLike('wallets:read')),
  status: oneOf('ACTIVE', 'REVOKED'),
  createdOn: timestamp,
  revokedOn: nullable(timestamp),
  expiresOn: nullable(timestamp),
  allowedAddresses: listOf(
    text('An IP address or range. Without any, the key works from everywhere.', '192.0.2.0/24'),
  ),
};

export const apiKey = named('ApiKey', apiKeyFields);

export const newApiKey = named('NewApiKey', {
  ...apiKeyFields,
  secret: text('Contained only in this response.', 'ck_sandbox_shown_once'),
});

/** The form for its user (an extension). */
const ownApiKey = named('OwnApiKey', {
  ...apiKeyFields,
  lastUsedOn: nullable(timestamp),
});
export type OwnApiKeyResource = RecordOf<typeof ownApiKey>;
export const ownApiKeys = listOf(ownApiKey);

/** A message that a service could not handle, or one that waits behind it. */
const parkedMessage = named('ParkedMessage', {
  service: textLike('conversions'),
  source: textLike('ledger'),
  streamId: text('The stream of the source that the message belongs to.', 'cli_01K00000000000000000000001'),
  version: integer('Its position in the stream.'),
  type: textLike('ledger.transfers_posted'),
  recordId: nullable(text('The record of the service that the message concerns; null if it is unknown.')),
  clientId: text('The client of the request that caused the message.', 'cli_01K00000000000000000000001'),
  reason: textLike('Error: a conversion without a price'),
  parkedOn: timestamp,
});
export type ParkedMessageResource = RecordOf<typeof parkedMessage>;
export const parkedMessages = listOf(parkedMessage);

/** An operator's request to handle the parked messages of a stream now. */
export const redriveRequest = named('RedriveRequest', {
  id: id('rdr'),
  service: textLike('conversions'),
  source: textLike('ledger'),
  streamId: textLike('cli_01K00000000000000000000001'),
  requestedOn: timestamp,
});
export type RedriveRequestResource = RecordOf<typeof redriveRequest>;

/** The decision of operators that a parked message is never handled. */
export const discardRequest = named('DiscardRequest', {
  id: id('dcr'),
  service: textLike('conversions'),
  source: textLike('ledger'),
  streamId: textLike('cli_01K00000000000000000000001'),
  version: integer('The position of the message in the stream.'),
  reason: textLike('Corrected by hand'),
  requestedOn: timestamp,
});
export type DiscardRequestResource = RecordOf<typeof discardRequest>;
