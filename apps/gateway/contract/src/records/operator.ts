import { id, listOf, named, nullable, oneOf, type RecordOf, text, timestamp } from '@corridor/contracts';
import { identity } from './identity.js';

/** Records for the operator of Corridor (decisions §9). */

const { client, user } = identity.properties;

export const clientAccount = named('ClientAccount', client.properties);

export const userAccount = named('UserAccount', {
  ...user.properties,
  clientUserId: id('cu'),
  permissions: listOf(text()),
});

const apiKeyFields = {
  id: id('ak'),
  label: text(),
  userId: id('usr'),
  permissions: listOf(text()),
  status: oneOf('ACTIVE', 'REVOKED'),
  createdOn: timestamp,
  revokedOn: nullable(timestamp),
};

export const apiKey = named('ApiKey', apiKeyFields);

export const newApiKey = named('NewApiKey', {
  ...apiKeyFields,
  secret: text('Contained only in this response.'),
});

/** The form for its user (an extension). */
const ownApiKey = named('OwnApiKey', {
  ...apiKeyFields,
  lastUsedOn: nullable(timestamp),
});
export type OwnApiKeyResource = RecordOf<typeof ownApiKey>;
export const ownApiKeys = listOf(ownApiKey);
