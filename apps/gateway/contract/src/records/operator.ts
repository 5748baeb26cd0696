import {
  id,
  listOf,
  named,
  nullable,
  oneOf,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { identity } from './identity.js';

/** Records for the operator of Corridor (decisions §9). */

const { client, user } = identity.properties;

export const clientAccount = named('ClientAccount', client.properties);

export const userAccount = named('UserAccount', {
  ...user.properties,
  clientUserId: id('cu'),
  permissions: listOf(textLike('wallets:read')),
});

const apiKeyFields = {
  id: id('ak'),
  label: textLike('Tour'),
  userId: id('usr'),
  permissions: listOf(textLike('wallets:read')),
  status: oneOf('ACTIVE', 'REVOKED'),
  createdOn: timestamp,
  revokedOn: nullable(timestamp),
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
