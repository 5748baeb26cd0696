import { setTimeout as sleep } from 'node:timers/promises';
import {
  RETENTION_BATCH,
  type RetentionPolicy,
  noteRun,
  dueRows,
  removeBatch,
  retentionRecords,
} from '@corridor/event-store';
import { refuse, timestamp } from '@corridor/kernel';
import type { RetentionPoliciesResource } from '@corridor/services';
import type { RunningService } from '../service.js';
import type { RunKind, RunPlan, RunPosition, RunStep } from './run-kind.js';

export interface OfPolicy extends Readonly<Record<string, unknown>> {
  /** Null for all of the service. */
  readonly policy: string | null;
}

/** `next` is the place of the policy that is applied, among those of the run. */
type Position = Readonly<Record<string, unknown>> & { readonly next: number; readonly done: number };

/** Removes what the policies of a service no longer keep now, as it does every ten minutes by itself (ADR 90). */
export class RetentionRun implements RunKind<OfPolicy> {
  readonly name = 'retention';

  constructor(private readonly running: RunningService) {}

  async plan(which: OfPolicy): Promise<RunPlan> {
    const counts: string[] = [];
    let total = 0;
    for (const policy of this.policiesOf(which)) {
      const { count } = await dueRows(this.running.db.searches, policy);
      counts.push(`${count} ${policy.name}`);
      total += count;
    }
    return { effect: `remove ${counts.join(', ')}`, total };
  }

  async step(which: OfPolicy, position: RunPosition): Promise<RunStep> {
    const { next, done } = (position as Position | null) ?? { next: 0, done: 0 };
    const policy = this.policiesOf(which)[next];
    if (!policy) return { position: { next, done }, done, result: `${done} are removed` };
    const begun = performance.now();
    const { database } = this.running.db;
    const batch = await removeBatch(database, policy);
    const removed = batch ?? 0;
    if (removed === RETENTION_BATCH) await sleep(performance.now() - begun); // others have their turn
    else if (batch !== null) await noteRun(database, policy);
    const after = done + removed;
    return { position: { next: removed < RETENTION_BATCH ? next + 1 : next, done: after }, done: after };
  }

  /** @throws Refusal that names the policies */
  private policiesOf({ policy }: OfPolicy): readonly RetentionPolicy[] {
    const { policies } = this.running;
    const chosen = policies.filter(({ name }) => policy === null || name === policy);
    if (chosen.length === 0)
      throw refuse(
        'invalid_request',
        `The policies of the service: ${policies.map(({ name }) => name).join(', ')}.`,
      );
    return chosen;
  }
}

/** What a service keeps for a limited time, and how much of it is older now. */
export async function policiesOf({
  service,
  policies,
  db,
}: RunningService): Promise<RetentionPoliciesResource> {
  const records = new Map((await retentionRecords(db.searches)).map((one) => [one.policy, one]));
  const listed = [];
  for (const policy of policies) {
    const { count, oldestOn } = await dueRows(db.searches, policy);
    const { removed = 0, lastRunOn = null } = records.get(policy.name) ?? {};
    const { name, setting, days } = policy;
    listed.push({
      ...{ service: service.name, name, setting, days, due: count, removed },
      oldestOn: oldestOn && timestamp(oldestOn),
      lastRunOn: lastRunOn && timestamp(lastRunOn),
    });
  }
  return listed;
}
