import { ServiceMetrics } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { PaymentRail } from '../rail/payment-rail.js';

const FILES = {
  bank_files_waiting: {
    help: 'Files of the bank: arrived and not read yet, or set aside for a person',
    labels: ['state'],
  },
};
const SUBMISSIONS = {
  bank_submissions_waiting: { help: 'Submissions that wait to be handed to the bank, or given back' },
  bank_submissions_waiting_oldest_seconds: { help: 'Since when the oldest of them waits' },
};

/** What waits between Corridor and the bank. */
@Injectable()
export class BankMetrics {
  constructor(metrics: ServiceMetrics, { files }: PaymentRail) {
    metrics.asks('bank files', FILES, async () => {
      const [arrived, setAside] = files?.areAwaited
        ? await Promise.all([files.arrived(), files.setAside()])
        : [[], []];
      return {
        bank_files_waiting: [
          { state: 'arrived', value: arrived.length },
          { state: 'set_aside', value: setAside.length },
        ],
      };
    });
    metrics.reads('bank submissions', SUBMISSIONS, async (sql) => {
      const [row] = await sql.query<{ count: number; oldest: number }>(
        `SELECT count(*)::int,
           coalesce(greatest(0, extract(epoch FROM now() - (min(since) || 'Z')::timestamptz)), 0)::float8 AS oldest
         FROM bank_task`,
      );
      return {
        bank_submissions_waiting: row?.count ?? 0,
        bank_submissions_waiting_oldest_seconds: row?.oldest ?? 0,
      };
    });
  }
}
