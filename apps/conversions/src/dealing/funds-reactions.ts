import { Database } from '@corridor/event-store';
import { fromResource } from '@corridor/kernel';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';

const On = reactionsOf('conversions');

/** PRODUCTION: what clients have in their wallets, which their conversions can use. */
@Controller()
export class FundsReactions {
  constructor(private readonly database: Database) {}

  /** The balance after the latest movement. */
  @On('transaction.completed', { concerns: ({ resource }) => resource.wallet.id })
  async onTransactionCompleted({ data: { resource } }: Concerning<'transaction.completed'>) {
    const { client, balance, sortPriority } = resource;
    const { ccyCode, minor } = fromResource(balance);
    await this.database.transaction(async (sql) =>
      sql.write(
        `INSERT INTO funds AS one (client_id, ccy_code, balance_minor, sort_priority) VALUES ($1, $2, $3, $4)
         ON CONFLICT (client_id, ccy_code) DO UPDATE
         SET balance_minor = excluded.balance_minor, sort_priority = excluded.sort_priority
         WHERE one.sort_priority < excluded.sort_priority`,
        [client.id, ccyCode, String(minor), sortPriority],
      ),
    );
  }
}
