import { type StoredResponse, Database, EventStore, SecretCipher, type Sql } from '@corridor/event-store';
import type { CommandContext, Permission } from '@corridor/http';
import { Ids, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { unique } from '../operator/unique.js';
import type { UserRow } from '../user/user.view.js';
import { apiKey, createApiKey } from './api-key.js';
import type { ApiKeyRow } from './api-key.view.js';
import { digestOf, newSecret } from './secret.js';

/** The request for a new key. */
export interface RequestedKey {
  readonly label: string;
  /** Null: all permissions of the user. */
  readonly permissions: readonly Permission[] | null;
  /** Null: the secret is generated. */
  readonly secret: string | null;
}

/** Creates API keys, for users and for the operator. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly cipher: SecretCipher,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {}

  /**
   * The response contains the secret, also when it is repeated: it is stored encrypted. The secret is not stored
   * anywhere else. Keys of one client are created one after the other, to enforce the limit.
   */
  create(user: UserRow, requested: RequestedKey, command: CommandContext): Promise<StoredResponse> {
    const clientId = command.caller.client.id;
    const secret = requested.secret ?? newSecret('ck', this.settings.environment);
    const input = {
      label: requested.label,
      userId: user.id,
      permissions: requested.permissions ?? user.permissions,
      digest: digestOf(secret),
      granted: user.permissions,
    };
    const response = { as: (row: ApiKeyRow) => ({ ...row, secret }), cipher: this.cipher };
    return unique('credential_digest', 'secret', () =>
      this.database.exclusively(`api keys of ${clientId}`, async (sql) => {
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
}

async function countKeys(sql: Sql, clientId: string): Promise<number> {
  const [row] = await sql.query<{ keys: number }>(
    `SELECT count(*)::int AS keys FROM api_key WHERE client_id = $1 AND data ->> 'status' = 'ACTIVE'`,
    [clientId],
  );
  return row?.keys ?? 0;
}
