/** A process of payments that takes callbacks, for `killed.spec.ts`: it is killed before or after one of its commits. */
import { EventStore, openDatabase } from '@corridor/event-store';
import { TestClock } from '@corridor/testing';
import { startTestService } from '@corridor/testing/service';
import { PaymentsModule } from '../../payments.module.js';
import { service } from '../../service.js';
import { SubmissionJob } from '../../submission/submission-job.js';

const [url = '', killAt = '', settings = ''] = process.argv.slice(2);
let steps = 0;
const mayEnd = () => {
  if (++steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};

process.once('disconnect', () => process.exit(1));
// `corridor_test_…` is the database of the service `test-…`.
const name = new URL(url).pathname.replace('/corridor_', '').replaceAll('_', '-');
const { app } = await startTestService(service, PaymentsModule.in('SANDBOX'), {
  clock: new TestClock(new Date()),
  database: await openDatabase(url, { ...service, name }),
  variables: JSON.parse(settings) as Record<string, string>,
  hasStandIns: true,
});
await app.get(SubmissionJob).onModuleDestroy();
const store = app.get(EventStore);
const handle = store.handle.bind(store) as (...args: unknown[]) => Promise<unknown>;
store.handle = (async (...args: unknown[]) => {
  mayEnd();
  const result = await handle(...args);
  mayEnd(); // It is stored, and the provider does not know.
  return result;
}) as typeof store.handle;
await app.listen(0, '127.0.0.1');
process.send?.(await app.getUrl());
