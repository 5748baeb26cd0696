import type { MarginPlan } from '@corridor/conversions-contract';
import { Database } from '@corridor/event-store';
import { Clock } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { OF_ALL, marginsOf } from './client-margin-plan.js';

/** How long this process may use a plan that another one has replaced. */
const KNOWN_MS = 1_000;
/** Clients whose plans are in memory. */
const MOST = 10_000;

interface Known {
  readonly plan: Promise<MarginPlan | null>;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** The margin plans of clients. */
@Injectable()
export class Margins {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Its own, or that of all clients; null if there is none. */
  planOf(clientId: string): Promise<MarginPlan | null> {
    const now = this.clock.now().getTime();
    const known = this.known.get(clientId);
    if (known && Math.abs(now - known.since) < KNOWN_MS) return known.plan;
    if (this.known.size >= MOST) this.known.clear();
    const plan = this.read(clientId);
    this.known.set(clientId, { plan, since: now });
    plan.catch(() => this.known.delete(clientId));
    return plan;
  }

  /** After a change. */
  forget(): void {
    this.known.clear();
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
