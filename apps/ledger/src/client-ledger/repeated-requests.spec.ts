import type { Envelope, MessageType, Messages } from '@corridor/contracts';
import { money } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { TestClock, fixture, testCaller } from '@corridor/testing';
import { MessagesOf } from '@corridor/testing/service';
import { ClientMoney } from '../books/client-money.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';
import { REMEMBERED_TRANSFERS } from './client-ledger.js';
import { CountedFunds } from './counted-funds.js';
import { HoldsFor } from './holds-for.js';
import { RepeatedRequests } from './repeated-requests.js';
import { requestOf } from './transfer.fixture.js';

/** Messages that come again although no checkpoint recognizes them, as after the table was lost. */

const clock = new TestClock();
let messages: MessagesOf;
let reactions: Reactions;
beforeEach(async () => {
  messages = await MessagesOf.service(service, clock);
  const { store, db } = messages;
  reactions = new Reactions(
    store,
    db.database,
    new CountedFunds(db.database),
    new HoldsFor(db.database),
    new RepeatedRequests(db.database),
    new ClientMoney({ accounts: null }),
    clock,
    new Ids(clock),
  );
});
afterEach(() => messages.close());

const pounds = (minor: bigint) => money('GBP', minor);
/** Each delivery is news to the consumer. */
const deliver = <Type extends MessageType>(id: string, type: Type, data: Messages[Type]) =>
  messages.deliver(reactions, {
    ...fixture(type),
    ...{ id, type, data, caller: { ...testCaller, causationId: id } },
  } as Envelope);
const transfer = (message: string, id: string, minor: bigint) =>
  deliver(message, 'ledger.transfer_requested', requestOf(id, pounds(minor)));
const both = (message: string, one: string, other: string, minor: bigint) =>
  deliver(message, 'ledger.transfers_requested', {
    transfers: [requestOf(one, pounds(minor)), requestOf(other, pounds(minor))],
    payment: null,
  });
const balance = async () => {
  const [wallet] = await messages.db.database.query<{ minor: string }>(
    'SELECT balance_minor AS minor FROM wallet',
  );
  return Number(wallet?.minor);
};

test('what was declined takes no money when its request comes again; another request does', async () => {
  expect(await transfer('pay_1/4', 'pmt_1', -5n)).toEqual(['transfer_declined']);
  expect(await both('pay_2/4', 'con_2', 'pmt_2', -5n)).toEqual(['transfers_declined']);
  await transfer('if_1/2', 'if_1', 100n);
  expect(await transfer('pay_1/4', 'pmt_1', -5n)).toEqual([]);
  expect(await both('pay_2/4', 'con_2', 'pmt_2', -5n)).toEqual([]);
  expect(await balance()).toBe(100);
  expect(await transfer('pay_1/7', 'pmt_1', -5n)).toContain('transfer_posted');
  expect(await balance()).toBe(95);
});

test('what was posted is not posted again, also after all that the stream remembers', async () => {
  await transfer('if_1/2', 'if_1', 100n);
  await transfer('con_1/3', 'con_1', -2n);
  await transfer('con_2/3', 'con_2', -2n);
  for (let n = 0; n < REMEMBERED_TRANSFERS; n++) await transfer(`of/${n}`, `pmt_${n}`, -1n);
  const left = await balance();
  expect(await transfer('if_1/2', 'if_1', 100n)).toEqual([]);
  expect(await both('pay_1/4', 'con_1', 'con_2', -2n)).toEqual([]);
  expect(await balance()).toBe(left);
  // One of two was posted before, alone: it counts as posted.
  expect(await both('pay_2/4', 'con_1', 'pmt_new', -2n)).toContain('transfers_posted');
  expect(await balance()).toBe(left - 2);
});

test('a credit of funds that is taken back, and comes again, takes nothing', async () => {
  const { data } = fixture('ledger.take_back_requested');
  const taken = await deliver('if_1/5', 'ledger.take_back_requested', data);
  expect(taken).toContain('transfer_posted');
  for (let n = 0; n <= REMEMBERED_TRANSFERS; n++) await transfer(`of/${n}`, `if_of_${n}`, 1n);
  expect(await deliver('if_1/5', 'ledger.take_back_requested', data)).toEqual([]);
});
