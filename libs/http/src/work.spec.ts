import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { workFields } from '@corridor/tracing';
import type { FastifyInstance } from 'fastify';
import { HttpAdapter } from './http-adapter.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${spanId}-01`;

describe('what a request works on', () => {
  const fastify: FastifyInstance = new HttpAdapter().getInstance();
  let url: string;
  const afterwards: object[] = [];
  beforeAll(async () => {
    fastify.post('/', async ({ traceparent: own }) => {
      await sleep(1);
      return { ...workFields(), own };
    });
    fastify.addHook('onResponse', async () => void afterwards.push(workFields()));
    url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => fastify.close());

  /** On one connection, with a body that comes in two parts. */
  const post = async (id: string, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', 'x-request-id': id, ...more };
    const sent = request(url, { method: 'POST', headers });
    const response = new Promise<string>((resolve, reject) => {
      sent.on('response', (stream) => resolve(text(stream))).on('error', reject);
    });
    sent.write('{"a":');
    await sleep(5);
    sent.end('1}');
    return JSON.parse(await response) as Record<string, string>;
  };

  test('is known behind its body, also while others are handled, and at its end', async () => {
    const all = await Promise.all(['one', 'two', 'three'].map((id) => post(id, { traceparent })));
    expect(all).toEqual(
      ['one', 'two', 'three'].map((requestId) => ({ requestId, traceId, spanId, own: traceparent })),
    );
    expect(afterwards).toHaveLength(3);
    expect(afterwards).toContainEqual({ requestId: 'two', traceId, spanId });
  });

  test('without a trace of the sender it has one trace of its own', async () => {
    const { own, traceId: logged } = await post('four');
    expect(own).toMatch(`00-${logged}-`);
    expect(logged).not.toBe(traceId);
  });
});
