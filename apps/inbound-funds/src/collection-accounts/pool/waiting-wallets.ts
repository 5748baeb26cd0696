import type { AccountRequestResource } from '@corridor/inbound-funds-contract';
import { Database } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Job, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { CollectionAccountSource } from '../collection-account-source.js';
import { WalletAccounts } from '../wallet-accounts.js';
import { EVERY_CURRENCY } from './pool-account.js';

const EVERY_MS = 1_000;

/** Gives wallets that wait their accounts when there are some again, in the order in which they were opened. */
@Injectable()
export class WaitingWallets extends Job {
  constructor(
    private readonly database: Database,
    private readonly source: CollectionAccountSource,
    private readonly accounts: WalletAccounts,
    @Inject(platformSettings.KEY)
    private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {
    super(EVERY_MS);
  }

  /** Any number of processes may run it. */
  override async turn(): Promise<void> {
    if (this.source.isSimulated) return;
    const waiting = await this.database.query<{ data: AccountRequestResource }>(
      `SELECT data FROM account_request AS one WHERE status = 'WAITING'
       AND EXISTS (SELECT FROM free_account WHERE pool IN (one.ccy_code, '${EVERY_CURRENCY}'))
       ORDER BY created_on, id`,
    );
    for (const { data } of waiting) await this.give(data).catch((error: unknown) => this.log.error(error));
  }

  private give({ walletId, client, ccyCode, createdOn: openedOn }: AccountRequestResource): Promise<void> {
    const caller = systemCaller(this.platform.environment, client, walletId);
    return this.accounts.give({ walletId, client, ccyCode, openedOn }, caller);
  }
}
