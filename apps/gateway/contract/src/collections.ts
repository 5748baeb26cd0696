import type { Collection } from '@corridor/contracts';
import { loggedRequest } from './records/logged-request.js';
import { user } from './records/user.js';

export const collections = {
  // Who created a user is a matter of staff; the ids increase with time.
  users: {
    name: 'users',
    permission: 'api-keys:manage',
    item: user,
    order: ['id:DESC'],
    indexed: ['id', 'status', 'email', 'lastName'],
  },
  requestLog: {
    name: 'request-log',
    permission: 'api-keys:manage',
    item: loggedRequest,
    order: ['on:DESC'],
    indexed: ['id', 'on', 'clientUserId', 'apiKeyId', 'status', 'requestId'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
