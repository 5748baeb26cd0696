import {
  address,
  ccyCode,
  id,
  listOf,
  named,
  nullable,
  oneOf,
  part,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { Type } from 'typebox';
import { approvalRights } from './approval.js';

const settings = named('ClientSettings', { baseCcy: ccyCode });

/** interface-spec 2.14 */
export const identity = named('Identity', {
  user: part({
    id: id('usr'),
    firstName: textLike('Grace'),
    lastName: textLike('Hopper'),
    email: textLike('grace@northwind.example'),
    status: textLike('ACTIVE'),
    dateOfLastLogin: nullable(timestamp),
    settings: part({
      locale: textLike('en-GB'),
      avatarUrl: nullable(textLike('https://northwind.example/grace.png')),
    }),
  }),
  client: part({
    id: id('cli'),
    name: textLike('Northwind Imports Ltd'),
    code: textLike('NORTHWIND'),
    address,
    clientType: textLike('Business'),
    companyWebsite: nullable(textLike('https://northwind.example')),
    status: textLike('ACTIVE'),
    settings,
  }),
  clientUser: part({ id: id('cu') }),
  approval: approvalRights,
  permissions: listOf(
    text('What the credential may do: of an API key, at most what its user may.', 'wallets:read'),
  ),
  apiKey: part({ id: nullable(id('ak')) }, 'Set when authenticated by API key.'),
  jwt: part(
    { id: nullable(textLike('5d7ea1f0-3c86-4d0b-9c55-000000000001')) },
    'Set when authenticated by bearer token.',
  ),
  environment: part({ name: oneOf('SANDBOX', 'PRODUCTION') }),
});

/** interface-spec 2.15 */
export const clientWithSettings = named('ClientWithSettings', {
  id: id('cli'),
  name: textLike('Northwind Imports Ltd'),
  settings,
});

/** decisions §4 */
export const accessToken = named('AccessToken', {
  accessToken: text('Send it as `Authorization: Bearer …`.', 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl'),
  tokenType: oneOf('Bearer'),
  expiresIn: Type.Integer({ description: 'Seconds.' }),
  expiresOn: text('When it expires.', '2026-11-21T10:30:00.123'),
});
