/**
 * The service of payments with the file rail on a database, for `bench/banks.mjs`: its real module, job and settings. It tells its
 * memory four times a second.
 */
import { openDatabase, SystemClock } from '@corridor/platform';
import { PaymentsModule, service } from '@corridor/payments';
import { startTestService } from '@corridor/testing/service';

const [url = '', variables = '{}'] = process.argv.slice(2);
await startTestService(service, PaymentsModule.in('SANDBOX'), {
  clock: new SystemClock(),
  database: await openDatabase(url, service),
  variables: JSON.parse(variables),
});
process.on('disconnect', () => process.exit());
process.send?.({ isReady: true });
setInterval(
  () => process.send?.({ rss: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed }),
  250,
);
