import { BatchQueue, Database, EventStore } from '@corridor/event-store';
import type { Caller, ClientTime, Environment } from '@corridor/kernel';
import type { Permission } from '@corridor/http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Stopwatch } from './authentication/stopwatch.js';
import { inRanges } from './api-key/address-ranges.js';
import type { ApiKeyRow } from './api-key/api-key.view.js';
import { type ClockRow, clientTimeOf } from './client-clock/client-clock.view.js';
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
  /** Of the client's test clock; undefined for real time. */
  readonly clientTime: ClientTime | undefined;
  /** How often the sessions of the user were ended. */
  readonly sessionsEnded: number;
  /** Whether the key works from an IP address; null: from everywhere. */
  readonly worksFrom: ((address: string) => boolean) | null;
}

/** How long another process may still accept a credential that was revoked. */
export const KNOWN_MS = 1_000;
const MOST_KNOWN = 10_000;
/** Digests of keys that exist, of 64 characters each. */
const MOST_FOUND = 100_000;

const GIVEN = 'unnest($1::text[]) WITH ORDINALITY AS given (value, n)';
const ROW =
  'n::int, c.data::text AS client, u.data::text AS user, clock.data AS clock, l.sessions_ended AS "sessionsEnded"';
const ITS_CLIENT = `JOIN login l ON l.user_id = u.id JOIN client c ON c.id = u.client_id LEFT JOIN client_clock clock ON clock.client_id = c.id`;

const BY_DIGEST = `SELECT ${ROW}, k.data::text AS key FROM credential
  JOIN ${GIVEN} ON credential.digest = given.value
  JOIN api_key k ON k.id = credential.api_key_id JOIN client_user u ON u.id = credential.user_id
  ${ITS_CLIENT}
  WHERE NOT credential.is_revoked`;

/** Keys that were created since a time, and the time to ask for next: a transaction with an earlier one may commit later. */
const CREATED = `SELECT digest, (max(created_on) OVER () - interval '1 minute')::text AS next
  FROM credential WHERE created_on > $1::timestamptz AND NOT is_revoked LIMIT ${MOST_FOUND}`;

const BY_USER = `SELECT ${ROW}, NULL AS key FROM client_user u
  JOIN ${GIVEN} ON u.id = given.value ${ITS_CLIENT}`;

const BY_CLIENT_USER = `SELECT ${ROW}, NULL AS key FROM client_user u
  JOIN ${GIVEN} ON u.data ->> 'clientUserId' = given.value ${ITS_CLIENT}`;

interface IdentityRow {
  readonly n: number;
  readonly client: string;
  readonly user: string;
  readonly key: string | null;
  readonly clock: ClockRow | null;
  readonly sessionsEnded: number;
}

type LookUps = BatchQueue<string, Identity | null>;

/** When and what was last read of new keys. */
interface Read {
  readonly revision: number;
  readonly at: number;
  readonly reading: Promise<void>;
}

interface Known {
  readonly identity: Identity;
  readonly revision: number;
  readonly since: number;
}

/**
 * Looks up the owners of credentials, those that arrive together in one statement. An identity that was found is known
 * until this process changes any, so a revocation is effective here at once, and after {@link KNOWN_MS} in the other
 * processes. One that is known is returned without a promise.
 */
@Injectable()
export class Identities implements OnModuleInit {
  /** By digests of keys and ids of users, which differ in their form. */
  private readonly known = new Map<string, Known>();
  /** Of the digests of keys, those that existed when they were last looked up. */
  private readonly found = new Set<string>();
  private createdSince = '-infinity';
  private lastRead: Read | null = null;
  private readonly keys: LookUps;
  private readonly users: LookUps;
  private readonly clientUsers: LookUps;

  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly stopwatch: Stopwatch,
    @InjectRepository(Login) private readonly logins: Repository<Login>,
  ) {
    this.keys = lookUpsBy(database, BY_DIGEST);
    this.users = lookUpsBy(database, BY_USER);
    this.clientUsers = lookUpsBy(database, BY_CLIENT_USER);
  }

  async onModuleInit(): Promise<void> {
    await this.readCreated();
  }

  /** Whether it was that of a key when this process last looked it up, or when it started. */
  hasFound(digest: string): boolean {
    return this.found.has(digest);
  }

  /**
   * Whether it is that of a key that was created since: in this process just now, or in another one more than
   * {@link KNOWN_MS} ago. However often it is asked, keys are read once in that time.
   */
  async isNew(digest: string): Promise<boolean> {
    const { revision } = this.store;
    const at = this.stopwatch.now();
    if (!this.lastRead || this.lastRead.revision !== revision || at - this.lastRead.at >= KNOWN_MS)
      this.lastRead = { revision, at, reading: this.readCreated() };
    await this.lastRead.reading;
    return this.found.has(digest);
  }

  private async readCreated(): Promise<void> {
    const created = await this.database.query<{ digest: string; next: string }>(CREATED, [this.createdSince]);
    for (const { digest } of created) if (this.found.size < MOST_FOUND) this.found.add(digest);
    this.createdSince = created[0]?.next ?? this.createdSince;
  }

  byDigest(digest: string): Identity | Promise<Identity | null> {
    return this.remembered(this.keys, digest);
  }

  byUser(userId: string): Identity | Promise<Identity | null> {
    return this.remembered(this.users, userId);
  }

  byClientUser(clientUserId: string): Promise<Identity | null> {
    return this.clientUsers.add(clientUserId);
  }

  login(email: string): Promise<Login | null> {
    return this.logins.findOneBy({ email: mailKey(email) });
  }

  private remembered(lookUps: LookUps, value: string): Identity | Promise<Identity | null> {
    const { revision } = this.store; // before the lookup, which may be older than a commit during it
    const since = this.stopwatch.now();
    const known = this.known.get(value);
    if (known && known.revision === revision && since - known.since < KNOWN_MS) return known.identity;
    return this.remember(value, lookUps.add(value), { revision, since });
  }

  private async remember(
    value: string,
    lookUp: Promise<Identity | null>,
    at: Omit<Known, 'identity'>,
  ): Promise<Identity | null> {
    const identity = await lookUp;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    if (identity) this.known.set(value, { identity, ...at });
    else this.known.delete(value);
    if (!identity) this.found.delete(value);
    else if (identity.apiKey && this.found.size < MOST_FOUND) this.found.add(value);
    return identity;
  }
}

/** @param sql with the rows of the values in `$1` that are found */
function lookUpsBy(database: Database, sql: string): LookUps {
  return new BatchQueue(
    () => '', // whose they are is the result
    async (values) => {
      const rows = await database.query<IdentityRow>(sql, [values]);
      const found = new Map(rows.map((row) => [row.n, identityOf(row)]));
      return values.map((_, i) => found.get(i + 1) ?? null);
    },
  );
}

function identityOf(row: IdentityRow): Identity {
  const user = JSON.parse(row.user) as UserRow;
  const apiKey = row.key === null ? null : (JSON.parse(row.key) as ApiKeyRow);
  const permissions = apiKey
    ? apiKey.permissions.filter((one) => user.permissions.includes(one))
    : user.permissions;
  const clientTime = clientTimeOf(row.clock);
  const { sessionsEnded } = row;
  const client = JSON.parse(row.client) as ClientRow;
  const worksFrom = apiKey && apiKey.allowedAddresses.length > 0 ? inRanges(apiKey.allowedAddresses) : null;
  return { client, user, apiKey, permissions, clientTime, sessionsEnded, worksFrom };
}

/** The parts of a request that its caller contains. */
export interface RequestContext {
  readonly environment: Environment;
  readonly requestId: string;
  readonly traceparent: string;
}

/** The identity as passed to the services. */
export function callerFor(identity: Identity, context: RequestContext): Caller {
  const { client, user, apiKey, permissions, clientTime } = identity;
  return {
    environment: context.environment,
    client: { id: client.id, name: client.name },
    user: { id: user.clientUserId, name: `${user.firstName} ${user.lastName}` },
    apiKeyId: apiKey?.id ?? null,
    permissions,
    correlationId: context.requestId,
    causationId: null,
    traceparent: context.traceparent,
    ...(clientTime && { clientTime }),
    ...((user.approval.makerLimit || user.approval.isChecker) && { approval: user.approval }),
  };
}
