import { Database } from '@corridor/event-store';
import type { FeePlanResource } from '@corridor/payments-contract';
import { Injectable } from '@nestjs/common';
import { OF_ALL, feesOf } from './client-fee-plan.js';
import type { FeePlan } from './fee-plan.js';
import { rulesIn } from './fee-plan.view.js';

/** The fee plans of clients. */
@Injectable()
export class Fees {
  constructor(private readonly database: Database) {}

  /** Its own, or that of all clients; null if there is none. */
  async planOf(clientId: string): Promise<Pick<FeePlan, 'rules'> | null> {
    const [row] = await this.database.query<{ data: FeePlanResource }>(
      `SELECT data FROM fee_plan WHERE id = coalesce(
         (SELECT data ->> 'feePlanId' FROM client_fee_plan WHERE id = $1),
         (SELECT data ->> 'feePlanId' FROM client_fee_plan WHERE id = $2))`,
      [feesOf(clientId), OF_ALL],
    );
    return row ? { rules: rulesIn(row.data) } : null;
  }
}
