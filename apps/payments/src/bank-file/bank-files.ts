import { type BankFileLevelsResource, type BankFileStatus, bankFileIdOf } from '@corridor/payments-contract';
import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { type Timestamp, timestamp } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { PaymentRail } from '../rail/payment-rail.js';
import type { RailFile } from '../rail/rail-files.js';
import { bankFile, find } from './bank-file.js';

/** Records what the rail makes of the files of the bank, and has it do what staff have decided about those that are set aside. */
@Injectable()
export class BankFiles {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly rail: PaymentRail,
    @Inject(platformSettings.KEY)
    private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {}

  /** Resolves when it is stored. */
  async found(file: RailFile): Promise<void> {
    const id = bankFileIdOf(file.digest);
    const caller = systemCaller(this.platform.environment, OPERATOR, id);
    await this.store.handle(bankFile, id, (state) => find(state, file), { caller });
  }

  /** The record decides: a process that ends in between leaves a file that the next turn moves. */
  async moveDecided(): Promise<void> {
    const { files } = this.rail;
    const setAside = await files?.setAside();
    if (!files || !setAside?.length) return;
    const statuses = await this.statusesOf(setAside.map(({ digest }) => bankFileIdOf(digest)));
    for (const file of setAside) {
      const status = statuses.get(bankFileIdOf(file.digest));
      if (status === 'WAITING') await files.readAgain(file.digest);
      else if (status === 'DISCARDED') await files.discard(file.digest);
      else await this.found(file);
    }
  }

  async levels(): Promise<BankFileLevelsResource> {
    const arrived = (await this.rail.files?.arrived()) ?? [];
    const oldest = Math.min(...arrived.map((on) => on.getTime()));
    const [found] = await this.database.query<{ setAside: number; oldest: Timestamp | null }>(
      `SELECT count(*)::int AS "setAside", min(data -> 'history' -> -1 ->> 'on') AS oldest
       FROM bank_file WHERE status = 'SET_ASIDE'`,
    );
    return {
      areAwaited: this.rail.files?.areAwaited ?? null,
      waiting: arrived.length,
      oldestWaitingOn: arrived.length > 0 ? timestamp(new Date(oldest)) : null,
      setAside: found?.setAside ?? 0,
      oldestSetAsideOn: found?.oldest ?? null,
      awaySince: this.rail.away && timestamp(this.rail.away.since),
      awayReason: this.rail.away?.reason ?? null,
    };
  }

  private async statusesOf(ids: readonly string[]): Promise<ReadonlyMap<string, BankFileStatus>> {
    const rows = await this.database.query<{ id: string; status: BankFileStatus }>(
      'SELECT id, status FROM bank_file WHERE id = ANY ($1)',
      [ids],
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  }
}
