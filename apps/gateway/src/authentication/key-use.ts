import { Database } from '@corridor/event-store';
import { Clock } from '@corridor/kernel';
import { Injectable, Logger } from '@nestjs/common';

/** How exact the last use of a key is known. */
const RESOLUTION_MS = 60_000;

/** Notes when keys were last used: beside the request, and at most once a minute for each key. */
@Injectable()
export class KeyUse {
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  note(apiKeyId: string): void {
    const now = this.clock.now();
    if (now.getTime() - (this.noted.get(apiKeyId) ?? -Infinity) < RESOLUTION_MS) return;
    this.noted.set(apiKeyId, now.getTime());
    this.database
      .query(`UPDATE credential SET last_used_on = $2 WHERE api_key_id = $1`, [apiKeyId, now.toISOString()])
      .catch((error: unknown) =>
        new Logger('gateway').warn(`last use of ${apiKeyId} not noted: ${String(error)}`),
      );
  }
}
