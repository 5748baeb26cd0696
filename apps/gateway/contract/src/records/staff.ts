import {
  flag,
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
import { roleNames } from '../roles.js';

/** Records of the people who run Corridor. */

const person = part({ id: id('stf'), name: textLike('Ines Almeida') });

const change = named('StaffAuditEntry', {
  by: nullable(person),
  on: timestamp,
  withApiKey: nullable(id('sk')),
});

const auditHistory = named('StaffAuditHistory', {
  version: integer('1 on creation; increases with each change.'),
  created: change,
  updated: change,
});

const role = oneOf(...roleNames);

export const staffMember = named('StaffMember', {
  id: id('stf'),
  firstName: textLike('Ines'),
  lastName: textLike('Almeida'),
  email: textLike('ines@corridor.example'),
  roles: listOf(role),
  status: oneOf('ACTIVE', 'DISABLED'),
  hasAuthenticator: flag('Whether a login needs a one-time code.'),
  dateOfLastLogin: nullable(timestamp),
  auditHistory,
});
export type StaffResource = RecordOf<typeof staffMember>;

export const staffIdentity = named('StaffIdentity', {
  staff: staffMember,
  permissions: listOf(textLike('staff:read')),
  apiKey: part({ id: nullable(id('sk')) }, 'Set when authenticated by API key.'),
  environment: part({ name: oneOf('SANDBOX', 'PRODUCTION') }),
});

/** For an authenticator app. */
export const authenticator = named('Authenticator', {
  id: id('stf'),
  secret: text('Base32. Contained only in this response.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  uri: text(
    'The same for a QR code.',
    'otpauth://totp/Corridor:ines%40corridor.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Corridor',
  ),
});

const keyFields = {
  id: id('sk'),
  label: textLike('Nightly export'),
  staffId: id('stf'),
  roles: listOf(role),
  status: oneOf('ACTIVE', 'REVOKED'),
  expiresOn: nullable(timestamp),
  createdOn: timestamp,
  revokedOn: nullable(timestamp),
};

export const staffKey = named('StaffKey', keyFields);
export type StaffKeyResource = RecordOf<typeof staffKey>;

export const newStaffKey = named('NewStaffKey', {
  ...keyFields,
  secret: text('Contained only in this response.', 'ok_sandbox_shown_once'),
});
