import { type Aggregate, refuse } from '@corridor/kernel';
import type { Permission } from '@corridor/http';

/** An API key of a user (decisions §4). Only the digest of its secret is stored. */
export interface ApiKey {
  readonly status: 'NEW' | 'ACTIVE' | 'REVOKED';
}

export interface ApiKeyDetails {
  readonly label: string;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  /** SHA-256 of the secret, hexadecimal. */
  readonly digest: string;
  /** From then on it does not work. */
  readonly expiresOn: string | null;
  /** IP addresses and ranges that it works from; empty: everywhere. */
  readonly allowedAddresses: readonly string[];
}

export type ApiKeyEvent = ({ readonly type: 'created' } & ApiKeyDetails) | { readonly type: 'revoked' };

export const apiKey: Aggregate<ApiKey, ApiKeyEvent> = {
  name: 'api_key',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, { type }) => ({ status: type === 'created' ? 'ACTIVE' : 'REVOKED' }),
  upcasters: { created: [(old: object) => ({ ...old, expiresOn: null, allowedAddresses: [] })] },
};

/** Maximum number of API keys of a client (decisions §8). */
export const MAX_KEYS = 50;

export interface CreateApiKey extends ApiKeyDetails {
  /** The number of keys of the client. */
  readonly taken: number;
  /** The permissions of the key's user. */
  readonly granted: readonly Permission[];
  /** When it is created. */
  readonly now: string;
}

export function createApiKey(
  { status }: ApiKey,
  { granted, taken, now, ...details }: CreateApiKey,
): ApiKeyEvent[] {
  if (status !== 'NEW') throw refuse('already_exists');
  if (details.expiresOn !== null && details.expiresOn <= now) throw expired();
  const errors = details.permissions.flatMap((permission, i) =>
    granted.includes(permission)
      ? []
      : [
          {
            pointer: `#/permissions/${i}`,
            code: 'not_granted',
            detail: `The user does not have ${permission}.`,
          },
        ],
  );
  if (errors.length > 0)
    throw refuse(
      'invalid_request',
      'The permissions of a key must be a subset of the permissions of its user.',
      { errors },
    );
  if (taken >= MAX_KEYS) throw refuse('limit_reached', `A client has at most ${MAX_KEYS} API keys.`);
  return [{ type: 'created', ...details }];
}

/** Once revoked, a key stays so. */
export function revokeApiKey({ status }: ApiKey): ApiKeyEvent[] {
  if (status === 'NEW') throw refuse('not_found');
  return status === 'ACTIVE' ? [{ type: 'revoked' }] : [];
}

const expired = () =>
  refuse('invalid_request', '#/expiresOn: Must be in the future.', {
    errors: [{ pointer: '#/expiresOn', code: 'in_the_past', detail: 'Must be in the future.' }],
  });
