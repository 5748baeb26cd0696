import { ServiceMetrics } from '@corridor/platform';
import { Injectable } from '@nestjs/common';

const BOOKS = {
  ledger_imbalance: {
    help: 'Sum of all postings in a currency, in its smallest units. Anything but 0 is an error in the books',
    labels: ['ccy'],
  },
};

/** Whether the books are balanced, from the sums by day: no posting is read. */
@Injectable()
export class BooksMetrics {
  constructor(metrics: ServiceMetrics) {
    metrics.reads('books', BOOKS, async (sql) => ({
      ledger_imbalance: await sql.query<{ ccy: string; value: number }>(
        'SELECT ccy_code AS ccy, sum(minor)::float8 AS value FROM book_day GROUP BY ccy_code',
      ),
    }));
  }
}
