import { Collector } from '../../support/collector.js';
import { Program } from '../../support/program.js';

/** The program shared by all fault tests, with full logging. */
export let program: Program;
/** Takes its traces. */
export let collector: Collector;

beforeAll(async () => {
  collector = await Collector.start();
  program = await Program.with({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: 'trace',
    FOUR_EYES: 'limits',
    RATE_LIMIT_PER_SECOND: '10000',
    RATE_LIMIT_BURST: '10000',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    WEBHOOK_DEADLINE_MS: '2000',
    WEBHOOK_LEASE_MS: '4000',
    WEBHOOK_SWEEP_MS: '500',
    WEBHOOK_SCHEDULE_SECONDS: '0,1,1,2,2,4,4,8,8,16',
  });
  await program.start();
});
afterAll(async () => {
  await program?.remove();
  await collector?.close();
});
