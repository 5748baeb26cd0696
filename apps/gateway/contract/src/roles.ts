/** What staff may do: every route of `/operator/v1` names one of these permissions, and a role has some of them. */

/** The permissions of staff, none of which is one of clients, with what they allow. */
export const staffPermissions = {
  'own-account:manage': 'See who one is, enrol an authenticator, and manage one’s own keys.',
  'staff:read': 'See the members of staff.',
  'staff:write': 'Create and disable members of staff, change their roles, reset what they log in with.',
  'approvals:read': 'See the commands that need a second person.',
  'approvals:decide':
    'Approve and reject commands of others, with the permission of the command, and withdraw one’s own.',
  'clients:read': 'See clients, their users and API keys.',
  'clients:write': 'Create clients and change their details.',
  'clients:suspend': 'Suspend and resume clients.',
  'clients:close': 'Close suspended clients.',
  'clients:rate': 'Rate the risk of clients.',
  'users:write': 'Create users of clients.',
  'users:lock': 'Disable and enable users of clients, reset their passwords, end their sessions.',
  'users:unlock': 'Unlock logins of users of clients.',
  'client-keys:write': 'Create and revoke API keys of clients.',
  'bank:read': 'See what leaves and arrives through the bank, and the pools of collection accounts.',
  'bank:write': 'Record what the bank says and what it has credited, and import collection accounts.',
  'dealing-limits:read': 'See the limits of dealing, and how much of them clients use.',
  'dealing-limits:write': 'Set the limits of dealing.',
  'screening:read': 'See the cases of screening.',
  'screening:write': 'Take, note on, clear and block cases of screening.',
  'parked-messages:read': 'See the messages that services could not handle.',
  'parked-messages:write': 'Have parked messages handled again, and discard them.',
  'screening-lists:read': 'See the sanctions lists and their versions.',
  'screening-lists:write': 'Import versions of sanctions lists.',
} as const;

export type StaffPermission = keyof typeof staffPermissions;

/** The roles of staff. A member has the permissions of all of their roles. */
export const roles = {
  administrator: [
    'own-account:manage',
    'staff:read',
    'staff:write',
    'approvals:read',
    'approvals:decide',
    'clients:read',
    'parked-messages:read',
    'screening-lists:read',
  ],
  onboarding: [
    'own-account:manage',
    'approvals:read',
    'approvals:decide',
    'clients:read',
    'clients:write',
    'users:write',
    'users:lock',
    'users:unlock',
    'client-keys:write',
  ],
  compliance: [
    'own-account:manage',
    'approvals:read',
    'approvals:decide',
    'clients:read',
    'clients:suspend',
    'clients:close',
    'clients:rate',
    'bank:read',
    'dealing-limits:read',
    'dealing-limits:write',
    'screening:read',
    'screening:write',
    'screening-lists:read',
    'screening-lists:write',
  ],
  dealer: ['own-account:manage', 'approvals:read', 'approvals:decide', 'clients:read', 'dealing-limits:read'],
  operations: [
    'own-account:manage',
    'approvals:read',
    'approvals:decide',
    'clients:read',
    'clients:suspend',
    'users:lock',
    'users:unlock',
    'client-keys:write',
    'bank:read',
    'bank:write',
    'parked-messages:read',
    'parked-messages:write',
  ],
  finance: [
    'own-account:manage',
    'approvals:read',
    'approvals:decide',
    'clients:read',
    'bank:read',
    'dealing-limits:read',
    'dealing-limits:write',
  ],
  support: [
    'own-account:manage',
    'approvals:read',
    'clients:read',
    'bank:read',
    'parked-messages:read',
    'dealing-limits:read',
  ],
  auditor: [
    'own-account:manage',
    'staff:read',
    'approvals:read',
    'clients:read',
    'bank:read',
    'screening:read',
    'screening-lists:read',
    'parked-messages:read',
    'dealing-limits:read',
  ],
} as const satisfies Readonly<Record<string, readonly StaffPermission[]>>;

export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as readonly Role[];

/** The permissions of someone with these roles. */
export const permissionsOf = (held: readonly Role[]): StaffPermission[] => [
  ...new Set(held.flatMap((role): readonly StaffPermission[] => roles[role])),
];
