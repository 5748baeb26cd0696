import { BatchQueue, Database } from '@corridor/event-store';
import type { Quote } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';

/** The last quotes that this service received: one row. */
@Injectable()
export class Rates {
  private readonly reads: BatchQueue<null, readonly Quote[]>;

  constructor(private readonly database: Database) {
    this.reads = new BatchQueue(
      () => '',
      async (readers) => {
        const quotes = await this.read();
        return readers.map(() => quotes);
      },
    );
  }

  /** In the transaction of the message that brought them. */
  async keep(quotes: readonly Quote[]): Promise<void> {
    await this.database.query(
      `INSERT INTO last_rates (quotes) VALUES ($1) ON CONFLICT (one) DO UPDATE SET quotes = excluded.quotes`,
      [JSON.stringify(quotes)],
    );
  }

  /** Quotes of currencies against EUR; empty before the first message. Those who ask at the same time share one read. */
  last(): Promise<readonly Quote[]> {
    return this.reads.add(null);
  }

  private async read(): Promise<readonly Quote[]> {
    const [row] = await this.database.query<{ quotes: readonly Quote[] }>('SELECT quotes FROM last_rates');
    return row?.quotes ?? [];
  }
}
