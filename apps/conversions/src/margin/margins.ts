import type { MarginPlan } from '@corridor/conversions-contract';
import { Database } from '@corridor/event-store';
import { Clock } from '@corridor/kernel';
import { Known } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { OF_ALL, marginsOf } from './client-margin-plan.js';

/** The margin plans of clients. */
@Injectable()
export class Margins {
  private readonly known: Known<MarginPlan | null>;

  constructor(
    private readonly database: Database,
    clock: Clock,
  ) {
    this.known = new Known(clock, (clientId) => this.read(clientId));
  }

  /** Its own, or that of all clients; null if there is none. */
  planOf(clientId: string): Promise<MarginPlan | null> {
    return this.known.of(clientId);
  }

  /** After a change. */
  forget(): void {
    this.known.forget();
  }

  private async read(clientId: string): Promise<MarginPlan | null> {
    const [row] = await this.database.query<{ data: MarginPlan }>(
      `SELECT data FROM margin_plan WHERE id = coalesce(
         (SELECT data ->> 'marginPlanId' FROM client_margin_plan WHERE id = $1),
         (SELECT data ->> 'marginPlanId' FROM client_margin_plan WHERE id = $2))`,
      [marginsOf(clientId), OF_ALL],
    );
    return row?.data ?? null;
  }
}
