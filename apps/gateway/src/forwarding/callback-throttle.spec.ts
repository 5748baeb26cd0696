import { type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressVariable } from '@corridor/services';
import { Logger } from '@nestjs/common';
import { TestGateway } from '../gateway.fixture.js';
import { ForwardingModule } from './forwarding.module.js';
import { destinations } from './routes.js';

/** The service accepts what is signed so. */
const GOOD = 'v1,good';
const SIGNED = { 'webhook-id': 'e-1', 'webhook-timestamp': '1', 'webhook-signature': GOOD };
const FORGED = { ...SIGNED, 'webhook-signature': 'v1,wrong' };
const MOST_WRONG = 100;

let gateway: TestGateway;
let service: Server;
let arrived = 0;

beforeAll(async () => {
  service = createServer((call, response) => {
    arrived++;
    response.statusCode = call.headers['webhook-signature'] === GOOD ? 200 : 401;
    call.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const addresses = Object.fromEntries(destinations.map((one) => [addressVariable(one), address]));
  const secret = 'a secret of thirty-two bytes or more';
  gateway = await TestGateway.start({ ...addresses, CALLER_SECRET: secret }, [ForwardingModule]);
  await gateway.service.app.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await gateway.stop();
  service.close();
});
beforeEach(() => (arrived = 0));

const call = (headers: object, localAddress: string, body = '{}') =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = gateway.service.app.getHttpServer().address() as AddressInfo;
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const options = { host: '127.0.0.1', port, path: '/provider/v1/callbacks', localAddress, ...sent };
    request(options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end(body);
  });
const flood = async (count: number, headers: object, from: string) => {
  const statuses: (number | undefined)[] = [];
  for (let n = 0; n < count; n++) statuses.push(await call(headers, from));
  return Object.fromEntries(
    [...Map.groupBy(statuses, String)].map(([status, { length }]) => [status, length]),
  );
};
const audited = async () => {
  const [row] = await gateway.service.db.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audited_command WHERE data ->> 'path' LIKE '/provider/%'`,
  );
  return row?.count;
};

test('what has no signature is refused before its body is read, and gets neither to the service nor into the audit', async () => {
  expect(await call({}, '127.0.2.1', 'no JSON')).toBe(401);
  expect(await call({ ...SIGNED, 'webhook-signature': [] }, '127.0.2.1')).toBe(401);
  expect([arrived, await audited()]).toEqual([0, 0]);
});

test('a network that sends many wrong ones has to wait, with one line in the log; others do not', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  expect(await flood(MOST_WRONG + 50, FORGED, '127.0.2.2')).toEqual({ 401: MOST_WRONG + 1, 429: 49 });
  expect(arrived).toBe(MOST_WRONG + 1);
  expect(await call({}, '127.0.2.2')).toBe(429);
  expect(await call(SIGNED, '127.0.2.3')).toBe(200);
  expect(warn.mock.calls.flat().filter((one) => String(one).includes('127.0.2.2'))).toHaveLength(1);
  warn.mockRestore();
});

test('the provider is not locked out by wrong ones from its own network', async () => {
  expect(await call(SIGNED, '127.0.2.4')).toBe(200);
  expect(await flood(MOST_WRONG + 20, FORGED, '127.0.2.4')).toEqual({ 401: MOST_WRONG + 20 });
  expect(await call(SIGNED, '127.0.2.4')).toBe(200);
});
