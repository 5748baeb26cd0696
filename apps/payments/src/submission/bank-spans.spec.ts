import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Caller } from '@corridor/kernel';
import { testCaller } from '@corridor/kernel/testing';
import { startTracing } from '@corridor/tracing';
import { CollectionSpan } from './collection-span.js';
import { asReport } from './report-span.js';
import { says } from './submission.fixture.js';

const { traceparent: askedBy } = testCaller;
const [, , parentSpanId] = askedBy.split('-');
const caller: Caller = { ...testCaller, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
const reported = { submissionId: 'bss_1', askedBy, caller };

interface Exported {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** What is exported of some work. */
async function exportedBy(work: () => Promise<unknown>): Promise<{ spans: Exported[]; text: string }> {
  const bodies: any[] = [];
  const collector = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(body);
      response.end('{}');
    });
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const stop = startTracing({ endpoint, ratio: 1, service: 'payments', onHealth: () => undefined });
  try {
    await work();
    await stop();
  } finally {
    collector.closeAllConnections();
    collector.close();
  }
  const spans = bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: any) => scopeSpans.flatMap((one: any) => one.spans)),
  );
  return { spans: spans as Exported[], text: JSON.stringify(bodies) };
}

const valuesOf = ({ attributes }: Exported) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? Number(intValue)]),
  );

test('what the bank says is a step of the trace that has asked for the submission, and what follows goes on from it', async () => {
  const followed: string[] = [];
  const { spans, text } = await exportedBy(async () => {
    await asReport(says('REJECTED', { reason: 'Canary' }), reported, async ({ traceparent }) =>
      followed.push(traceparent),
    );
    const failing = asReport(says('SETTLED'), reported, () => Promise.reject(new Error('Canary')));
    await expect(failing).rejects.toThrow('Canary');
  });
  expect(spans.map(({ name, parentSpanId: parent }) => [name, parent])).toEqual([
    ['report of the bank', parentSpanId],
    ['report of the bank', parentSpanId],
  ]);
  expect(followed.map((traceparent) => traceparent.split('-')[2])).toEqual([spans[0]?.spanId]);
  const submission = { 'corridor.stream_id': 'bss_1' };
  expect(spans.map(valuesOf)).toEqual([
    { ...submission, 'corridor.bank_status': 'REJECTED', 'corridor.outcome': 'taken' },
    { ...submission, 'corridor.bank_status': 'SETTLED', 'corridor.outcome': 'failed' },
  ]);
  expect(text).not.toContain('Canary');
});

test('a report keeps the trace of its own while traces are not exported', async () => {
  const followed: string[] = [];
  for (const one of [reported, { ...reported, askedBy: undefined }])
    await asReport(says('SETTLED'), one, async ({ traceparent }) => followed.push(traceparent));
  expect(followed).toEqual([caller.traceparent, caller.traceparent]);
});

test('a collection is exported if it brings something, or fails', async () => {
  let traceparent: string | undefined;
  const { spans } = await exportedBy(async () => {
    new CollectionSpan().end(false);
    const some = new CollectionSpan();
    some.count('reports', 2);
    some.count('reports');
    some.count('files');
    some.end(false);
    ({ traceparent } = some);
    new CollectionSpan().end(true);
  });
  expect(spans.map(valuesOf)).toEqual([
    { 'corridor.reports': 3, 'corridor.files': 1, 'corridor.outcome': 'collected' },
    { 'corridor.outcome': 'failed' },
  ]);
  expect(traceparent?.split('-')[2]).toBe(spans[0]?.spanId);
  expect(new CollectionSpan().traceparent).toBeUndefined();
});
