/** A process of payments with a rail, for specs that kill it: it is told how long to live. */
import { EventStore, openDatabase } from '@corridor/event-store';
import { TestClock } from '@corridor/testing';
import { startTestService } from '@corridor/testing/service';
import { PaymentsModule } from '../../payments.module.js';
import { service } from '../../service.js';
import { SubmissionJob } from '../../submission/submission-job.js';
import { PaymentRail } from '../payment-rail.js';
import type { Life } from './lives.fixture.js';

let steps: string[] = [];
let killAt: Life['killAt'] = 0;

/** Before and after some work of a process it can be killed. */
export async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  reached(`before ${name}`);
  const result = await work();
  reached(`after ${name}`);
  return result;
}

function reached(name: string): void {
  const count = steps.push(name);
  if (typeof killAt !== 'number' && killAt[0] === name) killAt = killAt.slice(1);
  if (typeof killAt === 'number' ? killAt === count : killAt.length === 0)
    process.kill(process.pid, 'SIGKILL');
}

/** @param railOf the arguments of the process follow the address of its database */
export function lives(railOf: (clock: TestClock, ...given: string[]) => PaymentRail): void {
  process.once('disconnect', () => process.exit(1));
  process.once('message', (life: Life) => void live(life, railOf));
}

async function live({ now, killAt: at }: Life, railOf: Parameters<typeof lives>[0]): Promise<void> {
  const [url = '', ...given] = process.argv.slice(2);
  const clock = new TestClock(new Date(now));
  // `corridor_test_…` is the database of the service `test-…`.
  const name = new URL(url).pathname.replace('/corridor_', '').replaceAll('_', '-');
  const database = openDatabase(url, { ...service, name });
  const { app } = await startTestService(service, PaymentsModule.in('SANDBOX'), {
    ...{ clock, database: await database },
    providers: [{ provide: PaymentRail, useValue: railOf(clock, ...given) }],
  });
  const job = app.get(SubmissionJob);
  await job.onModuleDestroy();
  const store = app.get(EventStore);
  const handle = store.handle.bind(store) as (...args: unknown[]) => Promise<unknown>;
  store.handle = ((...args: unknown[]) => step('store', () => handle(...args))) as typeof store.handle;
  steps = [];
  killAt = at;
  await job.turn();
  process.send?.(steps, () => process.exit());
}
