import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { testCaller } from '@corridor/kernel/testing';
import { startTracing, workFields } from '@corridor/tracing';
import { asStep } from './screening-span.js';

const comparison = {
  ...{ id: 'scr_1', subject: { id: 'ben_1', names: ['Canary'] }, attempts: 2 },
  caller: testCaller,
};
const { traceparent, correlationId: requestId } = testCaller;
const [, traceId, parentSpanId] = traceparent.split('-');
const nothing = () => Promise.resolve();

test('what is logged during a comparison names what has asked for it, also while it fails', async () => {
  const fields: object[] = [];
  const note = () => Promise.resolve(void fields.push(workFields()));
  await asStep(comparison, note, nothing);
  await asStep(comparison, () => Promise.reject(new Error('away')), note);
  expect(fields).toEqual([
    { requestId, traceId, spanId: parentSpanId },
    { requestId, traceId, spanId: parentSpanId },
  ]);
});

test('a comparison is a step of the trace that has asked for it, and its outcome follows from it', async () => {
  const exported: unknown[] = [];
  const collector = createServer((request, response) => {
    void json(request).then((body) => {
      exported.push(body);
      response.end('{}');
    });
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const stop = startTracing({ endpoint, ratio: 1, service: 'payments', onHealth: () => undefined });
  const followed: string[] = [];
  try {
    await asStep(comparison, (caller) => Promise.resolve(void followed.push(caller.traceparent)), nothing);
    await asStep(comparison, () => Promise.reject(new Error('Canary is away')), nothing);
    await stop();
  } finally {
    collector.closeAllConnections();
    collector.close();
  }
  const text = JSON.stringify(exported);
  const spanId = followed[0]?.split('-')[2];
  expect(text).toContain(`"spanId":"${spanId}","parentSpanId":"${parentSpanId}"`);
  for (const outcome of ['compared', 'failed'])
    expect(text).toContain(`"corridor.outcome","value":{"stringValue":"${outcome}"}`);
  expect(text).not.toContain('Canary');
});
