import { until } from '@corridor/testing';
import { Databases } from '../../support/composition/databases.js';
import { logLines } from '../../support/log-lines.js';
import { type Story, rowsOf, instructionInOneTrace, named } from '../../support/one-trace.js';
import { collector, program } from './shared.js';

describe('the trace of a client', () => {
  let story: Story;
  beforeAll(async () => {
    story = await instructionInOneTrace(program.url, collector);
  });

  it('leads from the request over the ledger to the webhook', async () => {
    const { trace, cause } = story;
    const attempt = trace
      .of('CLIENT', 'webhook-dispatcher')
      .find(({ name }) => name === 'attempt payment.sent');
    const steps = trace.causesOf(attempt!);
    expect(steps[0]?.parentSpanId).toBe(cause);
    expect(named(steps).slice(0, 3)).toEqual(['SERVER gateway', 'INTERNAL payments', 'PRODUCER payments']);
    expect(named(steps)).toEqual(
      expect.arrayContaining(['CONSUMER ledger', 'INTERNAL ledger', 'PRODUCER ledger', 'CONSUMER payments']),
    );
    expect(named(steps).slice(-2)).toEqual(['CONSUMER webhook-dispatcher', 'CLIENT webhook-dispatcher']);
    expect(attempt?.attributes).toMatchObject({
      'http.response.status_code': 204,
      'corridor.attempt_number': 1,
    });
    for (const { attributes } of trace.of('CONSUMER', 'ledger'))
      expect(attributes['corridor.log_seq']).toMatch(/^\d+$/);
    const databases = new Databases(program.postgresUrl);
    const rows = await rowsOf(story, 'ledger', databases);
    expect(rows.length).toBeGreaterThan(0);
    for (const { caller } of rows) expect(caller.traceparent).toContain(trace.spans[0]?.traceId);
    await databases.close();
  });

  it('contains no secret and no bank details, and neither does the log', () => {
    for (const secret of story.secrets) {
      expect(program.output).not.toContain(secret);
      expect(collector.texts.join()).not.toContain(secret);
    }
  });

  it('costs nobody anything while the collector hangs, and that is logged once', async () => {
    const told = (what: string) => logLines(program.output).filter(({ msg }) => msg.includes(what)).length;
    collector.isHanging = true;
    const live = () => fetch(`${program.url}/problems/not_found`).then(({ status }) => status);
    await until(async () => (await live()) === 200 && told('the collector does not take them') === 1);
    collector.isHanging = false;
    await until(async () => (await live()) === 200 && told('the collector takes traces again') === 1);
    expect(told('the collector does not take them')).toBe(1);
  });
});
