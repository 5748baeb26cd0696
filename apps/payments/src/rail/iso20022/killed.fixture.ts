/** A process of payments with the file rail, for `killed.spec.ts`: it is told how long to live. Only its types can be imported. */
import { EventStore, openDatabase } from '@corridor/event-store';
import { TestClock } from '@corridor/testing';
import { startTestService } from '@corridor/testing/service';
import { PaymentsModule } from '../../payments.module.js';
import { service } from '../../service.js';
import { SubmissionJob } from '../../submission/submission-job.js';
import { PaymentRail } from '../payment-rail.js';
import { originator } from './ach.fixture.js';
import { Files } from './files.js';
import { Iso20022Rail } from './iso20022-rail.js';

/** By the parent. */
export interface Life {
  /** ISO 8601. */
  readonly now: string;
  /** The step at which this process is killed; 0 lets it end. */
  readonly killAt: number;
}

let steps = 0;
let killAt = 0;

async function step<Result>(work: () => Promise<Result>): Promise<Result> {
  if (++steps === killAt) process.kill(process.pid, 'SIGKILL');
  const result = await work();
  if (++steps === killAt) process.kill(process.pid, 'SIGKILL');
  return result;
}

class Steps extends Files {
  override seen = (path: string) => step(() => super.seen(path));
  override makeFolder = (path: string) => step(() => super.makeFolder(path));
  override digest = (path: string) => step(() => super.digest(path));
  override remove = (path: string) => step(() => super.remove(path));
  override move = (from: string, to: string) => step(() => super.move(from, to));
  override replace = (folder: string, name: string, content: string | Uint8Array) =>
    step(() => super.replace(folder, name, content));
}

async function live({ now, killAt: at }: Life): Promise<void> {
  const [url = '', folder = '', account = ''] = process.argv.slice(2);
  const clock = new TestClock(new Date(now));
  const debtor = {
    ...{ holder: 'Corridor Payments Ltd', bic: 'CORRGB2LXXX' },
    accounts: new Map([['EUR', account]]),
  };
  const dialect = { characters: 'unicode', batchBooking: null } as const;
  const ach = { originator, holdDays: 2 };
  const settings = { folder, debtor, message: 'pain.001', dialect, ach } as const;
  const rail = new Iso20022Rail(settings, clock, new Steps());
  // `corridor_test_…` is the database of the service `test-…`.
  const name = new URL(url).pathname.replace('/corridor_', '').replaceAll('_', '-');
  const database = openDatabase(url, { ...service, name });
  const { app } = await startTestService(service, PaymentsModule.in('SANDBOX'), {
    ...{ clock, database: await database },
    providers: [{ provide: PaymentRail, useValue: rail }],
  });
  const job = app.get(SubmissionJob);
  await job.onModuleDestroy();
  const store = app.get(EventStore);
  const handle = store.handle.bind(store) as (...args: unknown[]) => Promise<unknown>;
  store.handle = ((...args: unknown[]) => step(() => handle(...args))) as typeof store.handle;
  steps = 0;
  killAt = at;
  await job.turn();
  process.send?.(steps, () => process.exit());
}

process.once('disconnect', () => process.exit(1));
process.once('message', (life: Life) => void live(life));
