import { Database } from '@corridor/event-store';
import { Clock } from '@corridor/kernel';
import type { FeePlanResource } from '@corridor/payments-contract';
import { Known } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { OF_ALL, feesOf } from './client-fee-plan.js';
import type { FeePlan } from './fee-plan.js';
import { rulesIn } from './fee-plan.view.js';

type Rules = Pick<FeePlan, 'rules'>;

/** The fee plans of clients. */
@Injectable()
export class Fees {
  private readonly known: Known<Rules | null>;

  constructor(
    private readonly database: Database,
    clock: Clock,
  ) {
    this.known = new Known(clock, (clientId) => this.read(clientId));
  }

  /** Its own, or that of all clients; null if there is none. */
  planOf(clientId: string): Promise<Rules | null> {
    return this.known.of(clientId);
  }

  /** After a change. */
  forget(): void {
    this.known.forget();
  }

  private async read(clientId: string): Promise<Rules | null> {
    const [row] = await this.database.query<{ data: FeePlanResource }>(
      `SELECT data FROM fee_plan WHERE id = coalesce(
         (SELECT data ->> 'feePlanId' FROM client_fee_plan WHERE id = $1),
         (SELECT data ->> 'feePlanId' FROM client_fee_plan WHERE id = $2))`,
      [feesOf(clientId), OF_ALL],
    );
    return row ? { rules: rulesIn(row.data) } : null;
  }
}
