import { readFileSync } from 'node:fs';
import { type Story, rowsOf, instructionInOneTrace, named } from '../../support/one-trace.js';
import { collector, composition, databases } from '../support/shared.js';

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
    for (const { attributes } of trace.of('CONSUMER', 'ledger')) {
      expect(attributes['messaging.kafka.offset']).toEqual(expect.anything());
      expect(attributes['messaging.destination.partition.id']).toMatch(/^[0-5]$/);
    }
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
