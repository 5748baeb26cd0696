import type { Projection, ReadModel, View } from '@corridor/event-store';
import { operatorCollections } from '@corridor/gateway-contract';
import { searchable } from '@corridor/search';
import type { ApiKeyDetails, ApiKeyEvent } from './api-key.js';

/** The record of a key: everything but its secret. */
export interface ApiKeyRow extends Omit<ApiKeyDetails, 'digest'> {
  readonly id: string;
  readonly status: 'ACTIVE' | 'REVOKED';
  readonly createdOn: string;
  readonly revokedOn: string | null;
}

export const apiKeys: View<ApiKeyRow, ApiKeyEvent> & ReadModel = {
  table: 'api_key',
  searchable: searchable(operatorCollections.apiKeys),
  columns: { id: 'id', status: 'status', userId: 'user_id', createdOn: 'created_on', clientId: 'client_id' },
  isOfAllClients: true,
  project(row, { streamId, occurredOn, event }) {
    if (event.type === 'revoked') return row && { ...row, status: 'REVOKED', revokedOn: occurredOn };
    const { label, userId, permissions, expiresOn, allowedAddresses } = event;
    return {
      id: streamId,
      label,
      userId,
      permissions,
      status: 'ACTIVE',
      createdOn: occurredOn,
      revokedOn: null,
      expiresOn,
      allowedAddresses,
    };
  },
};

/** The lookup of a presented key. A revoked one keeps its digest, so that it cannot be issued again. */
export const projectCredential: Projection<ApiKeyEvent> = (sql, recorded) => {
  for (const { streamId, event } of recorded) {
    if (event.type === 'revoked')
      sql.write(`UPDATE credential SET is_revoked = true WHERE api_key_id = $1`, [streamId]);
    else
      sql.write(`INSERT INTO credential (digest, api_key_id, user_id) VALUES ($1, $2, $3)`, [
        event.digest,
        streamId,
        event.userId,
      ]);
  }
};
