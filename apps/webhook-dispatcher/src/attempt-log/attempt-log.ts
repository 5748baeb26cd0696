import { type ReadModel, Database } from '@corridor/event-store';
import { searches } from '@corridor/http';
import { Clock, makeId } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { searchables } from '@corridor/search';
import { Inject, Injectable } from '@nestjs/common';
import { notifications } from '../notification/notification.js';
import { type WebhookSettings, webhookSettings } from '../webhook-settings.js';

/** The public record of each attempt. The rows are written with the result: `record_attempt`. */
export const attempts: ReadModel = {
  table: 'webhook_notification_attempt',
  searchable: searchables.webhookNotificationAttempts,
  columns: { id: 'id', 'notification.id': 'notification_id', startedOn: 'started_on' },
};

/** An extension: the attempts of one notification, the last one first. */
export const AttemptSearches = searches(attempts, {
  tag: 'Webhooks',
  path: 'webhook-notifications/:id/attempts',
  operation: 'searchWebhookNotificationAttempts',
  words: 'the delivery attempts of a webhook notification',
  isExtension: true,
  within: async ({ id = '' }, caller, { readModels }) => {
    await readModels.one(notifications, id, caller);
    return { 'notification.id': id };
  },
});

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** So that no statement blocks others for long. */
const PAGE = 1_000;

/** Deletes attempts that are older than the retention. */
@Injectable()
export class AttemptRetention extends Job {
  constructor(
    private readonly database: Database,
    @Inject(webhookSettings.KEY) private readonly settings: WebhookSettings,
    private readonly clock: Clock,
  ) {
    super(HOUR_MS);
  }

  override async turn(): Promise<void> {
    while ((await this.deletePage(PAGE)) === PAGE);
  }

  /** @returns how many, at most `limit` */
  async deletePage(limit: number): Promise<number> {
    const keptFromMs = this.clock.now().getTime() - this.settings.attemptLogDays * DAY_MS;
    const rows = await this.database.query(
      `DELETE FROM delivery_attempt WHERE id IN (
         SELECT id FROM delivery_attempt WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING 1`,
      [makeId('wha', keptFromMs, new Uint8Array(10)), limit],
    );
    return rows.length;
  }
}
