import { Clock } from '@corridor/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Credential } from '../api-key/credential.entity.js';

/** Precision of the last use of a key. */
const RESOLUTION_MS = 60_000;

/** Records when keys were last used, concurrently with the request, at most once a minute for each key. */
@Injectable()
export class KeyUse {
  private readonly noted = new Map<string, number>();

  constructor(
    @InjectRepository(Credential) private readonly credentials: Repository<Credential>,
    private readonly clock: Clock,
  ) {}

  note(apiKeyId: string): void {
    const now = this.clock.now();
    if (now.getTime() - (this.noted.get(apiKeyId) ?? -Infinity) < RESOLUTION_MS) return;
    this.noted.set(apiKeyId, now.getTime());
    this.credentials
      .update({ apiKeyId }, { lastUsedOn: now })
      .catch((error: unknown) =>
        new Logger('gateway').warn(`last use of ${apiKeyId} not noted: ${String(error)}`),
      );
  }
}
