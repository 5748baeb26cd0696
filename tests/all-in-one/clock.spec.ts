import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../support/api.js';
import { createConversion } from '../support/conversion.js';
import { Program } from '../support/program.js';
import { DEMO_STAFF } from '../support/staff.js';
import { fundedClient } from '../support/system.js';

jest.setTimeout(300_000);

const PATH = '/v1/simulators/clock';
const DAY_MS = 86_400_000;
const CONVERSIONS = 40;

let program: Program;
let api: Api;
beforeAll(async () => {
  program = await Program.with({
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '200000',
  });
  await program.start();
  const operator = new Api(program.url, DEMO_STAFF);
  ({ api } = await fundedClient({ GBP: 1_000 }, operator));
});
afterAll(() => program.remove());

const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const TARGET = dateIn(80);
const conversions = async (): Promise<any[]> => (await api.get('/v1/conversions?limit=1000')).body.data;
const exchanged = async () => (await conversions()).filter(({ status }) => status === 'EXCHANGED').length;

test('an advance that is killed in the middle is completed after the start, each effect once', async () => {
  for (let n = 0; n < CONVERSIONS; n++)
    await createConversion(api, { fixedSide: 'SELL', amount: 1, valueDate: dateIn(10 + n) });
  const key = crypto.randomUUID();
  const advance = () => api.put(PATH, { date: TARGET }, { key });

  const interrupted = advance().catch(() => null);
  while ((await exchanged()) === 0) await sleep(1);
  await program.end('SIGKILL');
  await interrupted;
  await program.start();
  const before = await exchanged();
  expect(before).toBeGreaterThan(0);

  let reply = await advance();
  while (reply.headers.get('retry-after')) {
    await sleep(1_000);
    reply = await advance();
  }
  expect([reply.status, reply.body.data?.now]).toEqual([200, `${TARGET}T00:00:00.000`]);
  for (const { status, valueDate, statusHistory } of await conversions())
    expect([status, statusHistory.at(-1).occurredOn]).toEqual(['EXCHANGED', `${valueDate}T00:00:00.000`]);
  const transactions = (await api.get('/v1/transactions?limit=1000')).body.data.filter(
    ({ triggeredByAction }: any) => triggeredByAction === 'CONVERSION',
  );
  expect(transactions).toHaveLength(2 * CONVERSIONS);
  const sorted = transactions.map(({ sortDate }: any) => sortDate);
  expect(sorted).toEqual([...sorted].sort().reverse());
  expect((await api.get('/v1/wallets/GBP')).body.data.balance.value).toBe(1_000 - CONVERSIONS);
});

test('a restart keeps the time', async () => {
  const { shift } = (await api.get(PATH)).body.data;
  expect(shift).toBeGreaterThan(78 * DAY_MS);
  await program.end('SIGTERM');
  await program.start();
  const { now, shift: kept } = (await api.get(PATH)).body.data;
  expect([kept, now >= `${TARGET}T00:00:00.000`]).toEqual([shift, true]);
});
