import { readFileSync } from 'node:fs';
import type { ExportedSpan } from '../../support/collector.js';
import { type Story, rowsOf, instructionInOneTrace, named } from '../../support/one-trace.js';
import { allRecords } from '../support/records.js';
import { collector, composition, databases } from '../support/shared.js';

/** Of each record in Kafka: its topic, by the service, its partition, its offset and the id of its message. */
async function places(): Promise<ReadonlySet<string>> {
  const records = await allRecords(composition.brokers);
  return new Set(
    records.map(({ topic, partition, message: { offset, headers } }) =>
      [topic.split('.').at(-2), partition, offset, headers?.['ce_id']].join(' '),
    ),
  );
}

const placeOf = ({ attributes }: ExportedSpan): string =>
  ['destination.name', 'destination.partition.id', 'kafka.offset', 'message.id']
    .map((name) => attributes[`messaging.${name}`])
    .join(' ');

describe('the trace of a client', () => {
  let story: Story;
  beforeAll(async () => {
    story = await instructionInOneTrace(composition.url, collector);
  });

  test('leads from the request over Kafka and the ledger to the webhook', async () => {
    const { trace, cause } = story;
    const attempt = trace
      .of('CLIENT', 'webhook-dispatcher')
      .find(({ name }) => name === 'attempt payment.sent');
    const steps = trace.causesOf(attempt!);
    expect(steps[0]?.parentSpanId).toBe(cause);
    expect(named(steps).slice(0, 5)).toEqual([
      ...['SERVER gateway', 'CLIENT gateway', 'SERVER payments', 'INTERNAL payments', 'PRODUCER payments'],
    ]);
    expect(named(steps)).toEqual(
      expect.arrayContaining(['CONSUMER ledger', 'INTERNAL ledger', 'PRODUCER ledger', 'CONSUMER payments']),
    );
    expect(named(steps).slice(-2)).toEqual(['CONSUMER webhook-dispatcher', 'CLIENT webhook-dispatcher']);
    const deliveries = trace.spans.filter(({ kind }) => kind === 'CONSUMER');
    expect(deliveries.length).toBeGreaterThan(5);
    const there = await places();
    expect(deliveries.map(placeOf).filter((place) => !there.has(place))).toEqual([]);
    const rows = await rowsOf(story, 'ledger', databases);
    expect(rows.length).toBeGreaterThan(0);
    for (const { caller } of rows) expect(caller.traceparent).toContain(trace.spans[0]?.traceId);
  });

  test('contains no secret and no bank details, and neither does the log of any process', () => {
    const log = readFileSync(composition.logFile, 'utf8');
    for (const secret of story.secrets) {
      expect(log).not.toContain(secret);
      expect(collector.texts.join()).not.toContain(secret);
    }
  });
});
