import type { RetentionPolicy } from '@corridor/event-store';
import { Clock, type IdPrefix, makeId } from '@corridor/kernel';
import { Retention, RunningService } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type WebhookSettings, webhookSettings } from './webhook-settings.js';

const DAY_MS = 86_400_000;

/** Deletes attempts and notifications that are older than their settings say. */
@Injectable()
export class WebhookRetention extends Retention {
  constructor(
    running: RunningService,
    @Inject(webhookSettings.KEY) { attemptLogDays, notificationDays }: WebhookSettings,
    clock: Clock,
  ) {
    super(running, [oldAttempts(clock, attemptLogDays), oldNotifications(clock, notificationDays)]);
  }
}

/** The least id of that time, days ago. */
const idBefore = (clock: Clock, prefix: IdPrefix, days: number) =>
  makeId(prefix, clock.now().getTime() - days * DAY_MS, new Uint8Array(10));

export const oldAttempts = (clock: Clock, days: number): RetentionPolicy => ({
  name: 'delivery attempts',
  setting: 'WEBHOOK_ATTEMPT_LOG_DAYS',
  days,
  due: () => ({
    from: 'delivery_attempt WHERE id < $1',
    ...{ order: 'id', time: `started_on || 'Z'`, values: [idBefore(clock, 'wha', days)] },
  }),
  batch: (limit) => ({
    text: `DELETE FROM delivery_attempt WHERE id = ANY (ARRAY(
             SELECT id FROM delivery_attempt WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
           RETURNING 1`,
    values: [idBefore(clock, 'wha', days), limit],
  }),
});

/** Not those that wait for an attempt. */
export const oldNotifications = (clock: Clock, days: number): RetentionPolicy => ({
  name: 'webhook notifications',
  setting: 'WEBHOOK_NOTIFICATION_DAYS',
  days,
  due: () => ({
    from: 'delivery JOIN webhook_notification ON id = notification_id WHERE notification_id < $1 AND due_on IS NULL',
    ...{ order: 'notification_id', time: `created_on || 'Z'`, values: [idBefore(clock, 'whn', days)] },
  }),
  batch: (limit) => ({
    text: `WITH old AS MATERIALIZED (
             SELECT notification_id AS id FROM delivery WHERE notification_id < $1 AND due_on IS NULL
             ORDER BY notification_id LIMIT $2 FOR UPDATE SKIP LOCKED
           ), deliveries AS (
             DELETE FROM delivery WHERE notification_id = ANY (ARRAY(SELECT id FROM old)))
           DELETE FROM webhook_notification WHERE id = ANY (ARRAY(SELECT id FROM old)) RETURNING 1`,
    values: [idBefore(clock, 'whn', days), limit],
  }),
});
