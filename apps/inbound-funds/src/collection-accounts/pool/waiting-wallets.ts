import type { AccountRequestResource } from '@corridor/inbound-funds-contract';
import { Database } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Clock, type Timestamp, timestamp } from '@corridor/kernel';
import { Job, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { CollectionAccountSource } from '../collection-account-source.js';
import { WalletAccounts } from '../wallet-accounts.js';
import { EVERY_CURRENCY } from './pool-account.js';

const EVERY_MS = 1_000;

interface Waiting {
  readonly data: AccountRequestResource;
  /** The place of the account of its pools that was imported last. */
  readonly newest: string;
}

/** $1: those that were tried before it are due again. */
const WAITING = `SELECT data, newest::text FROM account_request AS one CROSS JOIN LATERAL (
    SELECT max(place) AS newest FROM (VALUES (one.ccy_code), ('${EVERY_CURRENCY}')) AS pools (name)
    CROSS JOIN LATERAL (SELECT place FROM free_account WHERE pool = name ORDER BY place DESC LIMIT 1) AS last
  ) AS free
  WHERE status = 'WAITING' AND newest IS NOT NULL AND (tried_place IS NULL OR newest > tried_place OR tried_on < $1)
  ORDER BY created_on, id`;

/** A wallet that was tried is tried again when accounts were imported, or after this: another transaction may have left one free. */
const AGAIN_MS = 300_000;

/** Gives wallets that wait their accounts when there are some again, in the order in which they were opened. */
@Injectable()
export class WaitingWallets extends Job {
  constructor(
    private readonly database: Database,
    private readonly source: CollectionAccountSource,
    private readonly accounts: WalletAccounts,
    private readonly clock: Clock,
    @Inject(platformSettings.KEY)
    private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {
    super(EVERY_MS);
  }

  /** Any number of processes may run it. */
  override async turn(): Promise<void> {
    if (this.source.isSimulated) return;
    const now = this.clock.now();
    const again = timestamp(new Date(now.getTime() - AGAIN_MS));
    for (const one of await this.database.query<Waiting>(WAITING, [again]))
      await this.try(one, timestamp(now)).catch((error: unknown) => this.log.error(error));
  }

  private async try({ data, newest }: Waiting, now: Timestamp): Promise<void> {
    await this.give(data);
    await this.database.query('UPDATE account_request SET tried_place = $2, tried_on = $3 WHERE id = $1', [
      data.id,
      newest,
      now,
    ]);
  }

  private give({ walletId, client, ccyCode, createdOn: openedOn }: AccountRequestResource): Promise<void> {
    const caller = systemCaller(this.platform.environment, client, walletId);
    return this.accounts.give({ walletId, client, ccyCode, openedOn }, caller);
  }
}
