import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Step, beginSpan } from './span.js';
import { isTracing, startTracing } from './tracing.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = `00-${traceId}-00f067aa0ba902b7-01`;
const step: Step = { service: 'ledger', name: 'command on wallet', kind: 'INTERNAL', parent };

/** OTLP, as far as it is read here. */
interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly object[] }[];
  }[];
}

describe('traces', () => {
  let collector: Server;
  let endpoint: string;
  let status: number | null = 200;
  const exported: Exported[] = [];
  const credentials: unknown[] = [];
  const told: (string | null)[] = [];
  const onHealth = (error: Error | null) => void told.push(error && error.message);
  const start = (ratio = 1) => startTracing({ endpoint, ratio, service: 'gateway', onHealth });

  beforeAll(async () => {
    collector = createServer((request, response) => {
      credentials.push(request.headers.authorization);
      void json(request).then((body) => {
        if (status === 200) exported.push(body as Exported);
        if (status !== null) response.writeHead(status).end('{}');
      });
    });
    await once(collector.listen(0, '127.0.0.1'), 'listening');
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  });
  beforeEach(() => {
    exported.length = told.length = credentials.length = 0;
    status = 200;
  });
  afterAll(() => {
    collector.closeAllConnections();
    collector.close();
  });

  test('are off until they are exported, and off again afterwards', async () => {
    expect([isTracing(), beginSpan(step)]).toEqual([false, null]);
    const stop = start();
    expect(isTracing()).toBe(true);
    await stop();
    expect([isTracing(), beginSpan(step)]).toEqual([false, null]);
  });

  test('contain each step below its cause, with its service', async () => {
    const stop = start();
    const cause = beginSpan({ name: 'POST', kind: 'SERVER', parent });
    const effect = beginSpan({ ...step, parent: cause?.traceparent ?? null });
    effect?.end({ 'corridor.outcome': 'done', 'corridor.problem': undefined });
    cause?.rename('POST /v1/wallets');
    cause?.end({}, 'unavailable');
    await stop();
    const [, , causeId] = cause?.traceparent.split('-') ?? [];
    const [, , effectId] = effect?.traceparent.split('-') ?? [];
    const services = exported.flatMap(({ resourceSpans }) => resourceSpans);
    expect(services).toHaveLength(2);
    expect(JSON.stringify(services)).toContain('"service.name","value":{"stringValue":"ledger"}');
    expect(services.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))).toEqual([
      expect.objectContaining({ traceId, spanId: effectId, parentSpanId: causeId, name: step.name, kind: 1 }),
      expect.objectContaining({
        ...{ traceId, spanId: causeId, parentSpanId: '00f067aa0ba902b7', name: 'POST /v1/wallets', kind: 2 },
        status: { code: 2, message: 'unavailable' },
      }),
    ]);
  });

  test('are sampled by their id alone, whatever its sender says, and go on with it', async () => {
    const stop = start(0);
    const span = beginSpan(step);
    expect(span?.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    span?.end();
    await stop();
    expect(exported).toEqual([]);
  });

  test('are exported with the headers that the collector asks for', async () => {
    const headers = { authorization: 'Bearer canary' };
    const stop = startTracing({ endpoint, headers, ratio: 1, service: 'gateway', onHealth });
    beginSpan(step)?.end();
    await stop();
    expect(credentials).toEqual(['Bearer canary']);
  });

  test('are lost while the collector does not take them, which is told once', async () => {
    const stop = start();
    const exportOne = async (next: number) => {
      status = next;
      const before = exported.length + told.length;
      beginSpan(step)?.end();
      const isOver = () => exported.length + told.length > before;
      while (!isOver()) await sleep(20);
    };
    await exportOne(400);
    status = 400;
    for (let n = 0; n < 3; n++) {
      beginSpan(step)?.end();
      await sleep(10);
    }
    await exportOne(200);
    while (told.length < 2) await sleep(20);
    await stop();
    expect(told).toEqual([expect.any(String), null]);
  });

  test('do not delay the end of the process until a collector that hangs is given up', async () => {
    status = null;
    const stop = start();
    beginSpan(step)?.end();
    await stop();
    expect(told).toEqual([]); // it has not waited for what becomes of the export
  });
});
