import { address, ccyCode, id, named, nullable, oneOf, part, text, timestamp } from '@corridor/contracts';
import { Type } from 'typebox';

const settings = named('ClientSettings', { baseCcy: ccyCode });

/** interface-spec 2.14 */
export const identity = named('Identity', {
  user: part({
    id: id('usr'),
    firstName: text(),
    lastName: text(),
    email: text(),
    status: text(),
    dateOfLastLogin: nullable(timestamp),
    settings: part({ locale: text(), avatarUrl: nullable(text()) }),
  }),
  client: part({
    id: id('cli'),
    name: text(),
    code: text(),
    address,
    clientType: text(),
    companyWebsite: nullable(text()),
    status: text(),
    settings,
  }),
  clientUser: part({ id: id('cu') }),
  apiKey: part({ id: nullable(id('ak')) }, 'Set when authenticated by API key.'),
  jwt: part({ id: nullable(text()) }, 'Set when authenticated by bearer token.'),
  environment: part({ name: oneOf('SANDBOX', 'PRODUCTION') }),
});

/** interface-spec 2.15 */
export const clientWithSettings = named('ClientWithSettings', { id: id('cli'), name: text(), settings });

/** decisions §4 */
export const accessToken = named('AccessToken', {
  accessToken: text('Send it as `Authorization: Bearer …`.'),
  tokenType: oneOf('Bearer'),
  expiresIn: Type.Integer({ description: 'Seconds.' }),
  expiresOn: text('When it expires.'),
});
