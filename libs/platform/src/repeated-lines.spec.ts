import { Writable } from 'node:stream';
import { pino } from 'pino';
import { countRepeated } from './repeated-lines.js';

describe('repeated lines', () => {
  let lines: Record<string, unknown>[];
  const logger = () => {
    const output = new Writable({
      write(chunk: Buffer, _, done) {
        lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
        done();
      },
    });
    return pino({ base: {}, timestamp: false, hooks: { logMethod: countRepeated() } }, output);
  };
  beforeEach(() => {
    lines = [];
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  test('of an outage are counted, and printed once in 10 s until it ends', () => {
    const log = logger();
    for (let n = 0; n < 250; n++) {
      log.error({ err: new Error('starting up') }, 'relay: will retry');
      jest.advanceTimersByTime(100);
    }
    jest.advanceTimersByTime(30_000);
    expect(lines.map(({ msg, repeated }) => [msg, repeated])).toEqual([
      ['relay: will retry', undefined],
      ['relay: will retry', 99],
      ['relay: will retry', 100],
      ['relay: will retry', 50],
    ]);
    log.error({ err: new Error('starting up') }, 'relay: will retry');
    expect(lines).toHaveLength(5);
    expect(lines[4]).not.toHaveProperty('repeated');
  });

  test('differ in any field, in their level, or in the message of their error', () => {
    const log = logger();
    log.warn('gone');
    log.error('gone');
    log.warn({ clientId: 'cli_1' }, 'gone');
    log.warn({ clientId: 'cli_2' }, 'gone');
    log.warn({ err: new Error('one') }, 'gone');
    log.warn({ err: new Error('two') }, 'gone');
    log.warn({ clientId: 'cli_1' }, 'gone');
    expect(lines).toHaveLength(6);
  });

  test('of two services are two', () => {
    const log = logger();
    for (const service of ['ledger', 'payments', 'ledger']) log.child({ service }).warn('gone');
    expect(lines.map(({ service }) => service)).toEqual(['ledger', 'payments']);
  });

  test('about requests that fail for one reason have the first request', () => {
    const log = logger();
    for (const request of ['GET /v1/wallets 1', 'GET /v1/rates 2', 'GET /v1/rates 3'])
      log.warn({ request }, 'unavailable: starting up');
    jest.advanceTimersByTime(10_000);
    expect(lines.map(({ request, repeated }) => [request, repeated])).toEqual([
      ['GET /v1/wallets 1', undefined],
      ['GET /v1/wallets 1', 2],
    ]);
  });

  test('that only inform are all printed', () => {
    const log = logger();
    log.info('listening');
    log.info('listening');
    expect(lines).toHaveLength(2);
  });

  test('can contain what JSON cannot', () => {
    const log = logger();
    const circular: { self?: object } = {};
    circular.self = circular;
    log.warn({ amount: 1n, circular }, 'odd');
    log.warn({ amount: 1n, circular }, 'odd');
    expect(lines).toHaveLength(1);
  });
});
