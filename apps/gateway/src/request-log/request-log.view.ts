import type { ReadModel, RetentionPolicy } from '@corridor/event-store';
import { collections } from '@corridor/gateway-contract';
import { searches } from '@corridor/http';
import { searchable } from '@corridor/search';
import { daysAgo } from '../events/event-retention.js';

const requestLog: ReadModel = {
  table: 'logged_request',
  searchable: searchable(collections.requestLog),
  columns: {
    id: 'id',
    on: 'created_on',
    clientUserId: 'client_user_id',
    apiKeyId: 'api_key_id',
    status: 'status',
    requestId: 'request_id',
  },
};

/** A user sees the requests of their own keys, as they see their own keys alone. */
export const RequestLogSearches = searches(requestLog, {
  tag: 'Identity',
  operation: 'searchRequestLog',
  words: 'the requests of your API keys',
  isExtension: true,
  within: async (_parameters, { user }) => ({ clientUserId: user?.id ?? '' }),
});

export const loggedRequests = (days: number): RetentionPolicy => ({
  name: 'logged requests',
  setting: 'REQUEST_LOG_DAYS',
  days,
  due: () => ({
    from: `logged_request WHERE created_on < ${daysAgo('$1')}`,
    ...{ order: 'created_on', time: `created_on || 'Z'`, values: [days] },
  }),
  batch: (limit) => ({
    text: `DELETE FROM logged_request WHERE id IN (
             SELECT id FROM logged_request WHERE created_on < ${daysAgo('$1')} ORDER BY created_on LIMIT $2
             FOR UPDATE SKIP LOCKED)
           RETURNING 1`,
    values: [days, limit],
  }),
});
