import { Database, EventStore } from '@corridor/event-store';
import type { Caller, Environment } from '@corridor/kernel';
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
}

/** How long another process may still accept a credential that was revoked. */
export const KNOWN_MS = 1_000;
const MOST_KNOWN = 10_000;

interface Known {
  readonly identity: Identity;
  readonly revision: number;
  readonly since: number;
}

/**
 * Looks up the owner of a credential: one query each. An identity that was found is known until this process changes any,
 * so a revocation is effective here at once, and for {@link KNOWN_MS} in the other processes.
 */
@Injectable()
export class Identities {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly stopwatch: Stopwatch,
    @InjectRepository(Login) private readonly logins: Repository<Login>,
  ) {}

  byDigest(digest: string): Promise<Identity | null> {
    return this.remembered(`key ${digest}`, () =>
      this.one(
        `SELECT c.data::text AS client, u.data::text AS user, k.data::text AS key FROM credential
         JOIN api_key k ON k.id = credential.api_key_id JOIN client_user u ON u.id = credential.user_id
         JOIN client c ON c.id = u.client_id
         WHERE credential.digest = $1 AND NOT credential.is_revoked`,
        digest,
      ),
    );
  }

  byUser(userId: string): Promise<Identity | null> {
    return this.remembered(`user ${userId}`, () =>
      this.one(
        `SELECT c.data::text AS client, u.data::text AS user, NULL AS key FROM client_user u JOIN client c ON c.id = u.client_id
         WHERE u.id = $1`,
        userId,
      ),
    );
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

  private async remembered(name: string, lookUp: () => Promise<Identity | null>): Promise<Identity | null> {
    const { revision } = this.store; // before the lookup, which may be older than a commit during it
    const since = this.stopwatch.now();
    const known = this.known.get(name);
    if (known && known.revision === revision && since - known.since < KNOWN_MS) return known.identity;
    const identity = await lookUp();
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    if (identity) this.known.set(name, { identity, revision, since });
    else this.known.delete(name);
    return identity;
  }

  private async one(sql: string, value: string): Promise<Identity | null> {
    const [row] = await this.database.query<{ client: string; user: string; key: string | null }>(sql, [
      value,
    ]);
    if (!row) return null;
    return {
      client: JSON.parse(row.client) as ClientRow,
      user: JSON.parse(row.user) as UserRow,
      apiKey: row.key === null ? null : (JSON.parse(row.key) as ApiKeyRow),
    };
  }
}

/** The parts of a request that its caller contains. */
export interface RequestContext {
  readonly environment: Environment;
  readonly requestId: string;
  readonly traceparent: string;
}

/**
 * The identity as passed to the services. A key has at most the permissions of its user, also after the user lost one.
 */
export function callerFor({ client, user, apiKey }: Identity, context: RequestContext): Caller {
  return {
    environment: context.environment,
    client: { id: client.id, name: client.name },
    user: { id: user.clientUserId, name: `${user.firstName} ${user.lastName}` },
    apiKeyId: apiKey?.id ?? null,
    permissions: apiKey
      ? apiKey.permissions.filter((one) => user.permissions.includes(one))
      : user.permissions,
    correlationId: context.requestId,
    causationId: null,
    traceparent: context.traceparent,
  };
}
