import type { OwnApiKeyResource } from '@corridor/gateway-contract';
import { Database } from '@corridor/event-store';
import { type Caller, refuse, timestamp } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Identities } from '../identities.js';
import type { UserRow } from '../user/user.view.js';
import type { ApiKeyRow } from './api-key.view.js';
import { Credential } from './credential.entity.js';

/** Maximum number in a response; if there are more, the newest. */
const MAX_SHOWN = 1000;

/** The API keys of the calling user (interface-spec 5: keys are created in the context of a client user). */
@Injectable()
export class OwnApiKeys {
  constructor(
    private readonly database: Database,
    @InjectRepository(Credential) private readonly credentials: Repository<Credential>,
    private readonly identities: Identities,
  ) {}

  /** @throws Refusal `bearer_token_required` for an API key: it cannot manage keys */
  async user({ user, apiKeyId }: Caller): Promise<UserRow> {
    if (apiKeyId !== null) throw refuse('bearer_token_required');
    const identity = user && (await this.identities.byClientUser(user.id));
    if (!identity) throw refuse('unauthenticated');
    return identity.user;
  }

  /** Newest first, including revoked keys. */
  async list(user: UserRow): Promise<OwnApiKeyResource[]> {
    const rows = await this.database.query<{ data: ApiKeyRow; lastUsedOn: Date | null }>(
      `SELECT k.data, c.last_used_on AS "lastUsedOn" FROM credential c JOIN api_key k ON k.id = c.api_key_id
       WHERE c.user_id = $1 ORDER BY k.created_on DESC, k.id DESC LIMIT ${MAX_SHOWN}`,
      [user.id],
    );
    return rows.map(({ data, lastUsedOn }) => ({
      ...data,
      lastUsedOn: lastUsedOn && timestamp(lastUsedOn),
    }));
  }

  /** @throws Refusal `not_found` for a key of another user */
  async mustHave(user: UserRow, id: string): Promise<void> {
    if (!(await this.credentials.existsBy({ apiKeyId: id, userId: user.id }))) throw refuse('not_found');
  }
}
