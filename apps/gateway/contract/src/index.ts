import { defineContract, type ValuesOf } from '@corridor/contracts';
import { collections } from './collections.js';
import { messages } from './messages.js';
import { problems } from './problems.js';

const prefixes = {
  client: 'cli',
  user: 'usr',
  clientUser: 'cu',
  apiKey: 'ak',
  redriveRequest: 'rdr',
  discardRequest: 'dcr',
  approval: 'apr',
  auditedCommand: 'aud',
  staffMember: 'stf',
  staffKey: 'sk',
  loggedRequest: 'lrq',
  run: 'opr',
} as const;

declare module '@corridor/kernel' {
  interface IdPrefixes extends ValuesOf<typeof prefixes> {}
}

export const contract = defineContract({
  service: 'gateway',
  owns: 'authentication, permissions, limits, routing; clients, users, API keys, staff, approvals',
  prefixes,
  permissions: ['api-keys:manage', 'client-settings:write'],
  problems,
  routes: [
    '/v1/auth',
    '/v1/api-keys',
    '/v1/users',
    '/v1/request-log',
    '/v1/clients',
    '/v1/client-settings',
    '/v1/events',
    '/v1/timeline',
    '/v1/simulators/clock',
  ],
  messages,
  collections,
});

/** Of runs, which every service has. */
export const runPrefix = prefixes.run;
export { type ApprovalKind, approvalKinds } from './approval-kinds.js';
export { collections } from './collections.js';
export { operatorCollections } from './operator-collections.js';
export {
  type Role,
  type StaffPermission,
  permissionsOf,
  roleNames,
  roles,
  staffPermissions,
} from './roles.js';
export type * from './records/index.js';
/** The same records as JSON Schema: `schemas.…`. */
export * as schemas from './records/index.js';
