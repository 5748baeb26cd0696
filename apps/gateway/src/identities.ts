import { Database, EventStore } from '@corridor/event-store';
import type { Caller, Environment } from '@corridor/kernel';
import type { Permission } from '@corridor/http';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Stopwatch } from './authentication/stopwatch.js';
import type { ApiKeyRow } from './api-key/api-key.view.js';
import type { ClientRow } from './client/client.view.js';
import { Login } from './user/login.entity.js';
import { type UserRow, mailKey } from './user/user.view.js';

/** A user of a client, and the API key if one was used. */
export interface Identity {
  readonly client: ClientRow;
  readonly user: UserRow;
  readonly apiKey: ApiKeyRow | null;
  /** A key has at most the permissions of its user, also after the user lost one. */
  readonly permissions: readonly Permission[];
}

/** How long another process may still accept a credential that was revoked. */
export const KNOWN_MS = 1_000;
const MOST_KNOWN = 10_000;

const BY_DIGEST = `SELECT c.data::text AS client, u.data::text AS user, k.data::text AS key FROM credential
  JOIN api_key k ON k.id = credential.api_key_id JOIN client_user u ON u.id = credential.user_id
  JOIN client c ON c.id = u.client_id
  WHERE credential.digest = $1 AND NOT credential.is_revoked`;

const BY_USER = `SELECT c.data::text AS client, u.data::text AS user, NULL AS key FROM client_user u
  JOIN client c ON c.id = u.client_id
  WHERE u.id = $1`;

interface Known {
  readonly identity: Identity;
  readonly revision: number;
  readonly since: number;
}

/**
 * Looks up the owner of a credential: one query each. An identity that was found is known until this process changes any,
 * so a revocation is effective here at once, and after {@link KNOWN_MS} in the other processes. One that is known is
 * returned without a promise.
 */
@Injectable()
export class Identities {
  /** By digests of keys and ids of users, which differ in their form. */
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly stopwatch: Stopwatch,
    @InjectRepository(Login) private readonly logins: Repository<Login>,
  ) {}

  byDigest(digest: string): Identity | Promise<Identity | null> {
    return this.remembered(BY_DIGEST, digest);
  }

  byUser(userId: string): Identity | Promise<Identity | null> {
    return this.remembered(BY_USER, userId);
  }

  async byClientUser(clientUserId: string): Promise<Identity | null> {
    return this.one(
      `SELECT c.data::text AS client, u.data::text AS user, NULL AS key FROM client_user u JOIN client c ON c.id = u.client_id
       WHERE u.data ->> 'clientUserId' = $1`,
      clientUserId,
    );
  }

  login(email: string): Promise<Login | null> {
    return this.logins.findOneBy({ email: mailKey(email) });
  }

  private remembered(sql: string, value: string): Identity | Promise<Identity | null> {
    const { revision } = this.store; // before the lookup, which may be older than a commit during it
    const since = this.stopwatch.now();
    const known = this.known.get(value);
    if (known && known.revision === revision && since - known.since < KNOWN_MS) return known.identity;
    return this.lookUp(sql, value, { revision, since });
  }

  private async lookUp(sql: string, value: string, at: Omit<Known, 'identity'>): Promise<Identity | null> {
    const identity = await this.one(sql, value);
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    if (identity) this.known.set(value, { identity, ...at });
    else this.known.delete(value);
    return identity;
  }

  private async one(sql: string, value: string): Promise<Identity | null> {
    const [row] = await this.database.query<{ client: string; user: string; key: string | null }>(sql, [
      value,
    ]);
    if (!row) return null;
    const user = JSON.parse(row.user) as UserRow;
    const apiKey = row.key === null ? null : (JSON.parse(row.key) as ApiKeyRow);
    const permissions = apiKey
      ? apiKey.permissions.filter((one) => user.permissions.includes(one))
      : user.permissions;
    return { client: JSON.parse(row.client) as ClientRow, user, apiKey, permissions };
  }
}

/** The parts of a request that its caller contains. */
export interface RequestContext {
  readonly environment: Environment;
  readonly requestId: string;
  readonly traceparent: string;
}

/** The identity as passed to the services. */
export function callerFor({ client, user, apiKey, permissions }: Identity, context: RequestContext): Caller {
  return {
    environment: context.environment,
    client: { id: client.id, name: client.name },
    user: { id: user.clientUserId, name: `${user.firstName} ${user.lastName}` },
    apiKeyId: apiKey?.id ?? null,
    permissions,
    correlationId: context.requestId,
    causationId: null,
    traceparent: context.traceparent,
  };
}
