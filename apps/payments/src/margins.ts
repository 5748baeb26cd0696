import type { MarginPlan } from '@corridor/conversions-contract';
import { Database } from '@corridor/event-store';
import { Clock } from '@corridor/kernel';
import { Known } from '@corridor/platform';
import { Injectable } from '@nestjs/common';

/** All clients without their own plan. */
const OF_ALL = '';

/** The margin plans of clients, as this service has heard of them: for indicative prices. */
@Injectable()
export class Margins {
  private readonly known: Known<MarginPlan | null>;

  constructor(
    private readonly database: Database,
    clock: Clock,
  ) {
    this.known = new Known(clock, (clientId) => this.read(clientId));
  }

  /** In the transaction of the message that brought it. */
  async keep({ id, basisPoints, rules, maximumSlippage }: MarginPlan): Promise<void> {
    await this.database.query(
      `INSERT INTO margin_plan (id, basis_points, rules, maximum_slippage) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET basis_points = excluded.basis_points, rules = excluded.rules,
         maximum_slippage = excluded.maximum_slippage`,
      [id, basisPoints, JSON.stringify(rules), maximumSlippage],
    );
    this.database.afterCommit(() => this.known.forget());
  }

  /** The same. @param clientId null for all clients without their own */
  async assign(clientId: string | null, planId: string | null): Promise<void> {
    await this.database.query(
      `INSERT INTO client_margin_plan (client_id, plan_id) VALUES ($1, $2)
       ON CONFLICT (client_id) DO UPDATE SET plan_id = excluded.plan_id`,
      [clientId ?? OF_ALL, planId],
    );
    this.database.afterCommit(() => this.known.forget());
  }

  /** Its own, or that of all clients; null if there is none. Its bound is that of all clients if it has none. */
  planOf(clientId: string): Promise<MarginPlan | null> {
    return this.known.of(clientId);
  }

  private async read(clientId: string): Promise<MarginPlan | null> {
    const [plan] = await this.database.query<MarginPlan>(
      `SELECT id, basis_points AS "basisPoints", rules, coalesce(maximum_slippage,
           (SELECT all_clients.maximum_slippage FROM margin_plan AS all_clients
            JOIN client_margin_plan ON plan_id = all_clients.id WHERE client_id = $2)) AS "maximumSlippage"
       FROM margin_plan WHERE id = coalesce(
         (SELECT plan_id FROM client_margin_plan WHERE client_id = $1),
         (SELECT plan_id FROM client_margin_plan WHERE client_id = $2))`,
      [clientId, OF_ALL],
    );
    return plan ?? null;
  }
}
