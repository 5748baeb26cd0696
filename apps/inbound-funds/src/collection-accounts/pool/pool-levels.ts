import type { PoolLevelResource } from '@corridor/inbound-funds-contract';
import { Database } from '@corridor/event-store';
import { refuse } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type CollectionAccountSettings, collectionAccountSettings } from '../collection-account-settings.js';

type Counted = Omit<PoolLevelResource, 'isLow' | 'hasEnded'>;

/** How many accounts the pools have, and a warning before one is empty. */
@Injectable()
export class PoolLevels {
  constructor(
    private readonly database: Database,
    @Inject(collectionAccountSettings.KEY) private readonly settings: CollectionAccountSettings,
    readiness: Readiness,
  ) {
    if (settings.adapter === 'pool') readiness.reports('collection accounts', () => this.mustBeFilled());
  }

  /** By currency; the accounts for every currency come last. */
  async read(): Promise<PoolLevelResource[]> {
    const rows = await this.database.query<Counted>(
      `SELECT ccy_code AS "ccyCode", sum(free)::int AS free, sum(allocated)::int AS allocated,
         sum(retired)::int AS retired, sum(waiting)::int AS waiting
       FROM (
         SELECT ccy_code, count(*) FILTER (WHERE status = 'FREE') AS free,
           count(*) FILTER (WHERE status = 'ALLOCATED') AS allocated,
           count(*) FILTER (WHERE status = 'RETIRED') AS retired, 0 AS waiting
         FROM pool_account GROUP BY ccy_code
         UNION ALL
         SELECT ccy_code, 0, 0, 0, count(*) FROM account_request WHERE status = 'WAITING' GROUP BY ccy_code
       ) AS counted GROUP BY ccy_code ORDER BY ccy_code NULLS LAST`,
    );
    return rows.map((row) => ({ ...row, isLow: this.isLow(row), hasEnded: hasEnded(row) }));
  }

  /** A pool whose accounts are all retired is not used any more; one of a provider has an account for each wallet, and none is free. */
  private isLow({ free, allocated, waiting }: Counted): boolean {
    const isFilledByHand = this.settings.adapter === 'pool';
    return isFilledByHand && free + allocated > 0 ? free < this.settings.low : waiting > 0;
  }

  /** @throws Refusal that names the pools */
  private async mustBeFilled(): Promise<void> {
    const levels = await this.read();
    if (!levels.some(({ free, allocated }) => free + allocated > 0))
      throw refuse('unavailable', 'no collection account has been imported');
    const low = levels.filter(({ isLow }) => isLow);
    if (low.length === 0) return;
    throw refuse('unavailable', low.map(told).join(', '));
  }
}

const hasEnded = ({ free, allocated, retired }: Counted): boolean => retired > 0 && free + allocated === 0;

const told = (level: Counted): string => {
  const { ccyCode, free, waiting } = level;
  const state = hasEnded(level) ? 'all are retired' : `${free} free`;
  return `${ccyCode ?? 'every currency'}: ${state}${waiting > 0 ? `, ${waiting} wallets wait` : ''}`;
};
