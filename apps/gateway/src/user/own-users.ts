import type { ReadModel } from '@corridor/event-store';
import { type UserResource, collections } from '@corridor/gateway-contract';
import { searches } from '@corridor/http';
import { searchable } from '@corridor/search';
import { type UserRow, users } from './user.view.js';

/** The users of a client, without what concerns staff alone. */
const ownUsers: ReadModel = {
  table: users.table,
  searchable: searchable(collections.users),
  columns: { id: 'id', status: 'status', email: 'email', lastName: 'last_name' },
  summary: (row: UserRow): UserResource => ({
    id: row.id,
    clientUserId: row.clientUserId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    status: row.status,
    dateOfLastLogin: row.dateOfLastLogin,
    permissions: row.permissions,
    approval: row.approval,
  }),
};

export const OwnUserSearches = searches(ownUsers, {
  tag: 'Identity',
  operation: 'searchOwnUsers',
  words: 'the users of your client',
  isExtension: true,
});
