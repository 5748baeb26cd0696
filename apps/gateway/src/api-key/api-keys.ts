import { type StoredResponse, Database, EventStore, SecretCipher, type Sql } from '@corridor/event-store';
import type { CommandContext, Permission } from '@corridor/http';
import { type Caller, Clock, nowOf, refuse } from '@corridor/kernel';
import { Ids, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { unique } from '../operator/unique.js';
import type { Token } from '../token/access-tokens.js';
import type { UserRow } from '../user/user.view.js';
import { apiKey, createApiKey, revokeApiKey } from './api-key.js';
import type { ApiKeyRow } from './api-key.view.js';
import { digestOf, newSecret } from './secret.js';

/** The request for a new key. */
export interface RequestedKey {
  readonly label: string;
  /** Null: all permissions of the user. */
  readonly permissions: readonly Permission[] | null;
  /** Null: the secret is generated. */
  readonly secret: string | null;
  readonly expiresOn: string | null;
  /** Null: it works from everywhere. */
  readonly allowedAddresses: readonly string[] | null;
}

/** Creates API keys, for users and for the operator. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly cipher: SecretCipher,
    private readonly clock: Clock,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {}

  /**
   * The response contains the secret, also when it is repeated: it is stored encrypted. The secret is not stored
   * anywhere else. Keys of one client are created one after the other, to enforce the limit.
   * @param session of the user who creates it: one that has ended since the request came creates nothing
   */
  create(
    user: UserRow,
    requested: RequestedKey,
    command: CommandContext,
    session: Pick<Token, 'sessionsEnded'> | null = null,
  ): Promise<StoredResponse> {
    const clientId = command.caller.client.id;
    const secret = requested.secret ?? newSecret('ck', this.settings.environment);
    const input = {
      label: requested.label,
      userId: user.id,
      permissions: requested.permissions ?? user.permissions,
      digest: digestOf(secret),
      granted: user.permissions,
      expiresOn: requested.expiresOn,
      allowedAddresses: requested.allowedAddresses ?? [],
      now: nowOf(this.clock),
    };
    const response = { as: (row: ApiKeyRow) => ({ ...row, secret }), cipher: this.cipher };
    return unique('credential_digest', 'secret', () =>
      this.exclusively(clientId, async (sql) => {
        if (session) await requireSession(sql, user.id, session);
        const taken = await countKeys(sql, clientId);
        const decide = (state: Parameters<typeof createApiKey>[0]) =>
          createApiKey(state, { ...input, taken });
        return this.store.handle(apiKey, this.ids.next('ak', command), decide, {
          ...command,
          response,
        });
      }),
    );
  }

  /**
   * Revokes the keys of a user in the transaction of {@link exclusively}: none can be created meanwhile.
   */
  async revokeAll(sql: Sql, userId: string, { caller }: CommandContext): Promise<void> {
    const keys = await sql.query<{ id: string }>(
      'SELECT api_key_id AS id FROM credential WHERE user_id = $1 AND NOT is_revoked ORDER BY api_key_id',
      [userId],
    );
    for (const { id } of keys) await this.store.handle(apiKey, id, revokeApiKey, { caller });
  }

  /** The same for the keys of all users of the caller's client. */
  async revokeAllOf(sql: Sql, caller: Caller): Promise<void> {
    const keys = await sql.query<{ id: string }>(
      `SELECT id FROM api_key WHERE client_id = $1 AND status = 'ACTIVE' ORDER BY id`,
      [caller.client.id],
    );
    for (const { id } of keys) await this.store.handle(apiKey, id, revokeApiKey, { caller });
  }

  /** Runs the work in a transaction in which nobody else creates or revokes all keys of the client. */
  exclusively<Result>(clientId: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.database.exclusively(`api keys of ${clientId}`, work);
  }
}

/** @throws Refusal `unauthenticated` */
async function requireSession(
  sql: Sql,
  userId: string,
  session: Pick<Token, 'sessionsEnded'>,
): Promise<void> {
  const [row] = await sql.query<{ ended: number }>(
    'SELECT sessions_ended AS ended FROM login WHERE user_id = $1',
    [userId],
  );
  if (row?.ended !== session.sessionsEnded) throw refuse('unauthenticated');
}

async function countKeys(sql: Sql, clientId: string): Promise<number> {
  const [row] = await sql.query<{ keys: number }>(
    `SELECT count(*)::int AS keys FROM api_key WHERE client_id = $1 AND status = 'ACTIVE'`,
    [clientId],
  );
  return row?.keys ?? 0;
}
