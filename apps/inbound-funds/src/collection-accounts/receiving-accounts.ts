import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ReceivingAccountRow } from './receiving-account.entity.js';

const MOST_KNOWN = 10_000;

/** Where a client receives money in a currency. An account that was issued never changes, so this process keeps it. */
@Injectable()
export class ReceivingAccounts {
  private readonly known = new Map<string, ReceivingAccountRow>();

  constructor(
    @InjectRepository(ReceivingAccountRow) private readonly accounts: Repository<ReceivingAccountRow>,
  ) {}

  /** Null if the client has no wallet in this currency. */
  async find(clientId: string, ccyCode: string): Promise<ReceivingAccountRow | null> {
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
