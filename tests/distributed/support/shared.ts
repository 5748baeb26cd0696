import { Collector } from '../../support/collector.js';
import { Composition } from '../../support/composition/composition.js';
import { Databases } from '../../support/composition/databases.js';

/** The composition shared by all fault tests, one after the other. Each restores it. */
export let composition: Composition;
export let databases: Databases;
/** Takes the traces of all processes. */
export let collector: Collector;
/** The last response to clients about each instruction and payment, by id. */
export const acknowledged = new Map<string, string>();

/** Faster failures of webhooks, and a command behind the gateway that needs a second person. */
const SETTINGS = {
  LOG_LEVEL: 'debug',
  FOUR_EYES: 'limits',
  WEBHOOK_DEADLINE_MS: '2000',
  WEBHOOK_LEASE_MS: '4000',
  WEBHOOK_SWEEP_MS: '1000',
  WEBHOOK_SCHEDULE_SECONDS: '0,1,1,2,2,4,4,8,8,16',
};

beforeAll(async () => {
  collector = await Collector.start();
  composition = await Composition.start('faults', {
    ...SETTINGS,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  databases = new Databases(composition.databaseUrl);
});
afterAll(async () => {
  await databases?.close();
  await composition?.end();
  await collector?.close();
});
