import type { RetentionPolicy } from '@corridor/event-store';
import { Clock, makeId } from '@corridor/kernel';
import { Retention, RunningService } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type QuoteSettings, quoteSettings } from './quote-settings.js';

const DAY_MS = 86_400_000;

/** Deletes the records of quotes that nobody used in time, when they are older than the setting says. Their events remain. */
@Injectable()
export class QuoteRetention extends Retention {
  constructor(
    running: RunningService,
    @Inject(quoteSettings.KEY) { expiredDays }: QuoteSettings,
    clock: Clock,
  ) {
    super(running, [expiredQuotes(clock, expiredDays)]);
  }
}

export const expiredQuotes = (clock: Clock, days: number): RetentionPolicy => ({
  name: 'expired quotes',
  setting: 'EXPIRED_QUOTE_DAYS',
  days,
  due: () => ({
    from: `quote WHERE status = 'EXPIRED' AND id < $1`,
    ...{ order: 'id', time: `created_on || 'Z'`, values: [idBefore(clock, days)] },
  }),
  batch: (limit) => ({
    text: `DELETE FROM quote WHERE id = ANY (ARRAY(
             SELECT id FROM quote WHERE status = 'EXPIRED' AND id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
           RETURNING 1`,
    values: [idBefore(clock, days), limit],
  }),
});

/** The least id of that time, days ago. */
const idBefore = (clock: Clock, days: number) =>
  makeId('quo', clock.now().getTime() - days * DAY_MS, new Uint8Array(10));
