import type { Envelope, MessageType } from '@corridor/contracts';
import type { RelatedEntity } from '@corridor/ledger-contract';
import { money, negate } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { TestClock, fixture, fixtures, testCaller } from '@corridor/testing';
import { MessagesOf, reactsTo } from '@corridor/testing/service';
import { BankCreditReactions } from './books/bank-credit-reactions.js';
import { ClientMoney } from './books/client-money.js';
import { type ClientLedgerEvent, clientLedger } from './client-ledger/client-ledger.js';
import { CountedFunds } from './client-ledger/counted-funds.js';
import { HoldsFor } from './client-ledger/holds-for.js';
import { RepeatedRequests } from './client-ledger/repeated-requests.js';
import { Reactions } from './reactions.js';
import { StatementReactions } from './reconciliation/statement-reactions.js';
import { service } from './service.js';

/** The messages of this service match their fixtures, and it handles all versions of the messages that it consumes. */

const clock = new TestClock();
let messages: MessagesOf;
beforeEach(async () => (messages = await MessagesOf.service(service, clock)));
afterEach(() => messages.close());

const WALLET = 'wal_01K00000000000000000000001';
const DOLLARS = 'wal_01K00000000000000000000002';
const opened = (walletId: string, ccyCode: string): ClientLedgerEvent => ({
  type: 'wallet_opened',
  walletId,
  ccyCode,
});
const credit = money('GBP', 1_000_000n);
const relatedEntity: RelatedEntity = {
  id: 'if_01K00000000000000000000001',
  type: 'INBOUND_FUNDS',
  reference: 'IF-20261121-000001',
  details: { description: 'Funds from Grace Ltd' },
};
const outcome = { transfers: [{ transferId: relatedEntity.id, relatedEntity }] };
const announced = (inboundFundsId: string): ClientLedgerEvent => ({
  type: 'funds_announced',
  walletId: WALLET,
  ccyCode: 'GBP',
  inboundFundsId,
  amount: credit,
  pending: credit,
  transaction: null,
});
const fundedIn = (walletId: string): ClientLedgerEvent[] => [
  {
    type: 'wallet_moved',
    transactionId: 'txn_01K00000000000000000000001',
    transferId: relatedEntity.id,
    walletId,
    amount: credit,
    balance: credit,
    action: 'FUNDING',
    reason: 'Invoice 42',
    relatedEntity,
    sortDate: '2026-11-21T09:30:00.123',
    sortPriority: 1,
  },
  {
    type: 'transfer_posted',
    transferId: relatedEntity.id,
    action: 'FUNDING',
    relatedEntity,
    postings: [
      { account: 'settlement', walletId: null, amount: negate(credit) },
      { account: 'wallet', walletId, amount: credit },
    ],
    holdFor: null,
    isPart: false,
    held: {},
  },
];

test('the published messages have the shape of the fixtures', async () => {
  await messages.happened(clientLedger, testCaller.client.id, [
    opened(WALLET, 'GBP'),
    opened(DOLLARS, 'USD'),
    {
      type: 'funding_account_linked',
      walletId: DOLLARS,
      ccyCode: 'USD',
      fundingAccount: fixture('inbound_funds.funding_account_linked').data.fundingAccount,
    },
    announced(relatedEntity.id),
    ...fundedIn(WALLET),
    {
      type: 'transfer_declined',
      transferId: 'con_01K00000000000000000000001',
      relatedEntity,
      reason: 'insufficient_funds',
    },
    { type: 'transfers_posted', ...outcome, payment: fixture('ledger.transfers_posted').data.payment },
    { type: 'transfers_declined', ...outcome, reason: 'insufficient_funds' },
    {
      type: 'receivable_changed',
      receivableId: 'rcv_01K00000000000000000000001',
      change: 'OPENED',
      amount: credit,
      outstanding: credit,
      collections: 0,
      relatedEntity: { ...relatedEntity, id: 'con_01K00000000000000000000001', type: 'CONVERSION' },
      reason: 'Close-out of the conversion of 100.00 GBP to 115.20 EUR',
    },
  ]);
  await messages.expectFixtures();
});

/** The resulting events if the client of the message has a wallet with money. */
const reactions: Partial<Record<MessageType, ClientLedgerEvent['type'][]>> = {
  'ledger.transfer_requested': ['wallet_moved', 'wallet_opened', 'wallet_moved', 'transfer_posted'],
  'ledger.transfers_requested': [
    'wallet_moved',
    'wallet_opened',
    'wallet_moved',
    'transfer_posted',
    'wallet_moved',
    'transfer_posted',
    'transfers_posted',
  ],
  // The client has no dollars.
  'ledger.take_back_requested': ['transfer_posted', 'receivable_changed'],
  'inbound_funds.collection_accounts_issued': ['collection_accounts_attached'],
  'inbound_funds.funding_account_linked': ['funding_account_linked'],
  'inbound_funds.funding_account_unlinked': ['funding_account_unlinked'],
  'inbound_funds.pending': ['funds_announced'],
  'inbound_funds.rejected': ['funds_cleared'],
};

const clientMoney = new ClientMoney({ accounts: null });
const reactionsTo = ({ store, db }: MessagesOf) =>
  new Reactions(
    store,
    db.database,
    new CountedFunds(db.database),
    new HoldsFor(db.database),
    new RepeatedRequests(db.database),
    clientMoney,
    clock,
    new Ids(clock),
  );

/** Messages of the system have no fixtures: the next test sends one. */
test('every reaction is tested', () =>
  expect(reactsTo(Reactions).sort()).toEqual(['corridor.client_closing', ...Object.keys(reactions)].sort()));

test('a client whose turn has come to the ledger is closed', async () => {
  const turn = { service: 'ledger', attempt: 1, obstacles: [] };
  const pending = fixture('inbound_funds.pending');
  const message = { ...pending, type: 'corridor.client_closing', data: turn } as unknown as Envelope;
  expect(await messages.deliver(reactionsTo(messages), message)).toEqual(['closed']);
});

test('what the bank receives is in the books once, and when it goes back', async () => {
  const { store, db } = messages;
  const own = new BankCreditReactions(store, db.database, clientMoney);
  const arrived = fixture('bank_credit.moved');
  const requested = fixture('payments.submission_requested');
  const back = {
    ...requested,
    data: { ...requested.data, kind: 'RETURN' as const, subjectId: arrived.data.creditId },
  };
  expect(await messages.statementsFor(own, requested)).toEqual([]);
  expect(await messages.deliver(own, back)).toEqual([]);
  expect(await messages.deliver(own, arrived)).toEqual(['transfer_posted']);
  expect(await messages.deliver(own, arrived)).toEqual([]);
  expect(await messages.deliver(own, back)).toEqual(['transfer_posted']);
});

test('a part of a statement is kept once, with two statements however many lines it has', async () => {
  const own = new StatementReactions(messages.db.database);
  const part = fixture('payments.statement_reported');
  const line = part.data.lines[0]!;
  const lines = Array.from({ length: 500 }, () => line);
  expect(await messages.statementsFor(own, part)).toHaveLength(2);
  const long = { ...part, data: { ...part.data, lines, from: 500 } };
  expect(await messages.statementsFor(own, long)).toHaveLength(2);
  await messages.deliver(own, part);
  const [kept] = await messages.db.database.query('SELECT received FROM bank_statement');
  expect(kept).toEqual({ received: 502 });
});

test('funds that are credited at once need no statement before their credit', async () => {
  const { data, ...pending } = fixture('inbound_funds.pending');
  const own = reactionsTo(messages);
  const message = { ...pending, data: { ...data, isCreditedAtOnce: true } } as Envelope;
  expect(await messages.statementsFor(own, message)).toEqual([]);
});

test.each(fixtures().filter(({ type }) => type in reactions))(
  'version $version of $type is understood',
  async ({ type, message }) => {
    const { walletId = WALLET } = message.data as { walletId?: string };
    const past = [opened(walletId, 'GBP')];
    if (type !== 'inbound_funds.pending') past.push(...fundedIn(walletId));
    if (type.startsWith('inbound_funds.funding_account_')) past.push(opened(DOLLARS, 'USD'));
    if (type === 'inbound_funds.rejected') past.push(announced(message.streamId));
    await messages.happened(clientLedger, message.caller.client.id, past, message.caller);
    const own = reactionsTo(messages);
    expect(await messages.deliver(own, message)).toEqual(reactions[type]);
  },
);
