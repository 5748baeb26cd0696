import { Database, eventOf } from '@corridor/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { type AccountsEvent, collectionAccounts } from './collection-accounts.js';
import { ReceivingAccountRow } from './receiving-account.entity.js';
import { type ReceivingAccount, internationalAccountOf } from './receiving-account.js';
import { localRoutes } from './routes.js';

const MOST_KNOWN = 10_000;

/** Where a client receives money in a currency. This process keeps it until it retires an account. */
@Injectable()
export class ReceivingAccounts {
  private readonly known = new Map<string, ReceivingAccountRow>();

  constructor(
    @InjectRepository(ReceivingAccountRow) private readonly accounts: Repository<ReceivingAccountRow>,
    private readonly database: Database,
  ) {}

  /** After the retirement of an account. */
  forget(): void {
    this.known.clear();
  }

  /** The local account if the currency has them, otherwise the international one. Null without a wallet in the currency. */
  async first(clientId: string, ccyCode: string): Promise<ReceivingAccount | null> {
    const row = await this.find(clientId, ccyCode);
    return row && { receivingAccountNumber: row.accountNumber, receivingAccountIban: row.iban };
  }

  /** The international account of a wallet, by the log. Null without a wallet in the currency. */
  async international(clientId: string, ccyCode: string): Promise<ReceivingAccount | null> {
    if (!localRoutes[ccyCode]) return this.first(clientId, ccyCode);
    const row = await this.find(clientId, ccyCode);
    if (!row) return null;
    const [issued] = await this.database.query<{ data: string; schemaVersion: number }>(
      `SELECT data::text, schema_version AS "schemaVersion" FROM events WHERE stream_id = $1
       ORDER BY version DESC LIMIT 1`,
      [row.walletId],
    );
    return issued ? internationalAccountOf(eventOf<AccountsEvent>(collectionAccounts, issued)) : null;
  }

  private async find(clientId: string, ccyCode: string): Promise<ReceivingAccountRow | null> {
    const name = `${clientId} ${ccyCode}`;
    const known = this.known.get(name);
    if (known) return known;
    const found = await this.accounts.findOneBy({ clientId, ccyCode });
    if (found) this.keep(name, found);
    return found;
  }

  private keep(name: string, account: ReceivingAccountRow): void {
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= MOST_KNOWN) this.known.delete(oldest);
    this.known.set(name, account);
  }
}
