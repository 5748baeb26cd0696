import type { Caller } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import { OPERATOR } from '../authentication/operator.guard.js';
import { setOperation } from '../documentation/operation-id.js';
import { SAMPLE_CALLER } from '../sample-app.fixture.js';
import { commandOf } from './command.js';
import { fingerprint } from './fingerprint.js';
import { type IdempotencyRule, setIdempotencyRule } from './idempotency-rule.js';

const request = (body: unknown, rule: IdempotencyRule | null, caller: Caller = SAMPLE_CALLER) => {
  const handler = function createOrder() {};
  setOperation(handler, 'createOrder', 'Creates an order');
  setIdempotencyRule(handler, rule);
  const keyed = { key: 'k', handler };
  return { method: 'POST', url: '/v1/orders?a=b', body, caller, keyed } as unknown as FastifyRequest;
};
const printOf = (...of: Parameters<typeof request>) => commandOf(request(...of)).idempotency?.fingerprint;

test('a request without a key has a command without one', () => {
  const { keyed: _, ...other } = request({}, null);
  expect(commandOf(other as FastifyRequest)).toEqual({ caller: SAMPLE_CALLER, idempotency: null });
});

test('a key belongs to the client and the operation, and is read once', () => {
  const one = request({ a: 1 }, null);
  const command = commandOf(one);
  expect(command).toEqual({
    caller: SAMPLE_CALLER,
    idempotency: {
      scope: 'cli_1',
      operation: 'createOrder',
      key: 'k',
      fingerprint: fingerprint('POST', '/v1/orders', { a: 1 }),
    },
  });
  expect(commandOf(one)).toBe(command);
});

test('a key of staff belongs to the person, and to nobody before there are any', () => {
  const scopeOf = (id: string | null) => {
    const user = id === null ? null : { id, name: 'Bo' };
    return commandOf(request({}, null, { ...SAMPLE_CALLER, client: OPERATOR, user })).idempotency?.scope;
  };
  expect([scopeOf('stf_1'), scopeOf('stf_2'), scopeOf(null)]).toEqual([
    'operator/stf_1',
    'operator/stf_2',
    'operator',
  ]);
});

test('the key of an approved command belongs to its approval', () => {
  const approved = { id: 'apr_1', by: { id: 'stf_2', name: 'Bo' } };
  const command = commandOf(request({}, null, { ...SAMPLE_CALLER, approved }));
  expect(command.idempotency?.scope).toBe('apr_1');
});

test('a missing body is not an empty one', () =>
  expect(printOf(undefined, {})).toBe(fingerprint('POST', '/v1/orders', undefined)));

test('fields that are left out do not matter, present or not', () => {
  const rule = { without: ['pin'] };
  expect(printOf({ a: 1, pin: '1234' }, rule)).toBe(printOf({ a: 1 }, rule));
  expect(printOf({ a: 1, pin: '1234' }, rule)).not.toBe(printOf({ a: 2 }, rule));
  expect(printOf({ a: 1, pin: '1234' }, {})).not.toBe(printOf({ a: 1 }, {}));
});

test('a response with a secret is for its user alone, also where none is known', () => {
  const print = fingerprint('POST', '/v1/orders', {});
  expect(printOf({}, { perUser: true })).toBe(`${print} cu_1`);
  expect(printOf({}, { perUser: true }, { ...SAMPLE_CALLER, user: null })).toBe(`${print} `);
  expect(printOf({}, {})).toBe(print);
});

test('an operation that takes a key and has no name is a defect', () => {
  const handler = function nameless() {};
  const one = { ...request({}, {}), keyed: { key: 'k', handler } } as FastifyRequest;
  expect(() => commandOf(one)).toThrow('nameless takes a key and has no @Operation()');
});
