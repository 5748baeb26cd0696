import type { Caller } from '../index.js';

/** A caller with the given permissions. */
export const testCaller: Caller = {
  environment: 'SANDBOX',
  client: { id: 'cli_01K00000000000000000000000', name: 'Test Client Ltd' },
  user: { id: 'cu_01K00000000000000000000000', name: 'Ada Lovelace' },
  apiKeyId: 'ak_01K00000000000000000000000',
  permissions: [],
  correlationId: 'test',
  causationId: null,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
