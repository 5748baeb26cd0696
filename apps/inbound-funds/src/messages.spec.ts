import type { Envelope, MessageType } from '@corridor/contracts';
import type { CollectionAccountResource } from '@corridor/inbound-funds-contract';
import { money } from '@corridor/kernel';
import { OPERATOR } from '@corridor/http';
import { Ids } from '@corridor/platform';
import { TestClock, about, fixture, fixtures, testCaller, toTransfer } from '@corridor/testing';
import { MessagesOf, reactsTo } from '@corridor/testing/service';
import { AccountOwners } from './bank-credits/account-owners.js';
import { BankCreditReactions } from './bank-credits/bank-credit-reactions.js';
import { BankCredits } from './bank-credits/bank-credits.js';
import { type Event as BankCreditEvent, bankCredit } from './bank-credits/bank-credit.js';
import { type AccountsEvent, collectionAccounts } from './collection-accounts/collection-accounts.js';
import { SimulatedAccounts } from './collection-accounts/simulated-accounts.js';
import { WalletAccounts } from './collection-accounts/wallet-accounts.js';
import { type InboundFundsEvent, inboundFunds } from './inbound-funds/inbound-funds.js';
import { type Event, linkedFundingAccount } from './linked-funding-accounts/linked-funding-account.js';
import { Reactions } from './reactions.js';
import { ScreeningReactions } from './screening-reactions.js';
import { service } from './service.js';

/** The messages of this service match their fixtures, and it handles all versions of the messages that it consumes. */

let messages: MessagesOf;
beforeEach(async () => (messages = await MessagesOf.service(service, new TestClock())));
afterEach(() => messages.close());

const local: CollectionAccountResource = {
  id: 'ca_01K00000000000000000000001',
  ccyCode: 'GBP',
  accountNumber: '41899848',
  accountNumberType: 'ACCOUNT_NUMBER',
  accountHolderName: 'Test Client Ltd',
  bankName: 'Corridor Bank plc',
  bankAddress: ['12 Exchange Walk', 'London'],
  bankCountryCode: 'GB',
  paymentType: 'REGULAR',
  routingCode: '042640',
  routingCodeType: 'SORT_CODE',
  localRoutingCodeType: 'SORT_CODE',
  retiredOn: null,
};
const issued: AccountsEvent = {
  type: 'issued',
  walletId: 'wal_01K00000000000000000000001',
  ccyCode: 'GBP',
  collectionAccounts: [
    local,
    {
      ...local,
      id: 'ca_01K00000000000000000000002',
      accountNumber: 'GB36CRDR04264041899848',
      accountNumberType: 'IBAN',
      paymentType: 'PRIORITY',
      routingCode: 'CRDRGB20',
      routingCodeType: 'BIC_SWIFT',
      localRoutingCodeType: null,
    },
    {
      ...local,
      id: 'ca_01K00000000000000000000000',
      accountNumber: '31926819',
      retiredOn: '2026-11-20T08:00:00.000',
    },
  ],
  revision: 2,
};
const received: InboundFundsEvent = {
  type: 'received',
  reference: 'IF-20261121-000001',
  amount: money('GBP', 125_000n),
  narrative: 'Invoice 42',
  creditsOn: '2026-11-21',
  sender: {
    raw: null,
    name: 'Grace Ltd',
    ultimateDebtor: null,
    address: '1 High Street, London',
    countryCode: 'GB',
    accountNumber: '12345678',
    bicSwiftCode: null,
    routingCode: '200000',
  },
  receivingAccountNumber: '41899848',
  receivingAccountIban: 'GB36CRDR04264041899848',
  isCreditedAtOnce: false,
};
const requested: InboundFundsEvent = {
  type: 'credit_requested',
  reference: received.reference,
  amount: received.amount,
  narrative: received.narrative,
  senderName: 'Grace Ltd',
};

const linked: Event = {
  type: 'linked',
  details: {
    ccyCode: 'USD',
    method: 'ACH_PULL',
    accountHolderName: 'Test Client Ltd',
    bankName: 'First Harbor Bank',
    accountNumber: '000123456789',
    routingCode: '021000021',
  },
};

const CREDIT = 'bc_01K00000000000000000000003';
const ines = { id: 'stf_01K00000000000000000000009', name: 'Ines Almeida' };
const staff = { ...testCaller, client: OPERATOR, user: ines, apiKeyId: null };
const recorded: BankCreditEvent = {
  type: 'recorded',
  isInBooks: true,
  bankReference: 'FT26325ABCD',
  accountNumber: '41899848',
  amount: money('GBP', 12_550n),
  valueDate: '2026-11-21',
  reference: 'Invoice 7',
  sender: {
    raw: 'Grace Ltd;;GB;11112222;;010004',
    name: 'Grace Ltd',
    ultimateDebtor: null,
    address: null,
    countryCode: 'GB',
    accountNumber: '11112222',
    bicSwiftCode: null,
    routingCode: '010004',
  },
};
const matched: BankCreditEvent = {
  type: 'matched',
  by: 'ACCOUNT',
  walletId: 'wal_01K00000000000000000000004',
  client: testCaller.client,
  inboundFundsId: 'if_01K00000000000000000000005',
};

test('the published messages have the shape of the fixtures', async () => {
  await messages.happened(collectionAccounts, issued.walletId, [issued]);
  await messages.happened(inboundFunds, 'if_01K00000000000000000000001', [
    received,
    { type: 'screening_requested', sender: received.sender },
    requested,
    { type: 'credited' },
  ]);
  await messages.happened(inboundFunds, 'if_01K00000000000000000000004', [
    received,
    { type: 'debit_settled' },
  ]);
  await messages.happened(inboundFunds, 'if_01K00000000000000000000002', [
    received,
    { type: 'rejected', reason: 'The sender is not known.' },
  ]);
  await messages.happened(inboundFunds, 'if_01K00000000000000000000003', [
    received,
    requested,
    { type: 'credited' },
    { type: 'take_back_requested', reason: 'R01: Insufficient funds', amount: received.amount },
  ]);
  await messages.happened(linkedFundingAccount, 'lfa_01K00000000000000000000001', [
    linked,
    { type: 'unlinked' },
  ]);
  await messages.happened(bankCredit, CREDIT, [recorded, matched], staff);
  await messages.expectFixtures();
});

const own = () => {
  const { store, db } = messages;
  return new Reactions(store, new WalletAccounts(store, db.database, new SimulatedAccounts(db.database)));
};

const FUNDS = 'if_01K00000000000000000000001';

/** The ids that a message names. */
interface Named {
  readonly transferId?: string;
  readonly inboundFundsId?: string;
  readonly linkedFundingAccountId?: string;
  readonly resource?: { readonly id: string };
}

/** An outcome of screening about the sender of the funds; any other message unchanged. */
const toSender = (message: Envelope): Envelope =>
  message.type.startsWith('screening.')
    ? ({ ...message, data: { ...message.data, subject: { type: 'SENDER', id: FUNDS } } } as Envelope)
    : message;

/** The history, and the resulting events. */
const reactions: Partial<Record<MessageType, { before: (InboundFundsEvent | Event)[]; after: string[] }>> = {
  'ledger.wallet_opened': { before: [], after: ['issued'] },
  'ledger.pending_funds_changed': { before: [received], after: ['counted'] },
  'ledger.funding_account_shown': { before: [linked], after: ['shown'] },
  'ledger.transfer_posted': { before: [received, requested], after: ['credited'] },
  'payments.submission_reported': { before: [received], after: [] },
  'ledger.transfer_declined': { before: [received, requested], after: ['rejected'] },
  'inbound_funds.pending': { before: [received], after: ['screening_requested'] },
  'screening.cleared': { before: [received], after: ['credit_requested'] },
  'screening.blocked': { before: [received], after: ['rejected'] },
};

test('a matched credit of the bank becomes inbound funds, and a return that failed waits again', async () => {
  const { store, db } = messages;
  const ids = new Ids(new TestClock());
  const credits = new BankCredits(
    store,
    db.database,
    new AccountOwners(db.database, { accounts: null }),
    ids,
  );
  const own = new BankCreditReactions(store, credits, ids);
  const arrived = fixture('bank_credit.matched');
  expect(await messages.deliver(own, arrived)).toEqual(['received', 'credit_requested']);
  expect(await messages.deliver(own, arrived)).toEqual([]);
  const inProduction = { ...arrived, caller: { ...arrived.caller, environment: 'PRODUCTION' as const } };
  const data = { ...arrived.data, inboundFundsId: 'if_01K00000000000000000000006' };
  expect(await messages.deliver(own, { ...inProduction, data })).toEqual(['received']);
  const rejected = fixture('inbound_funds.rejected');
  expect(await messages.deliver(own, rejected)).toEqual([]);
  const reported = fixture('payments.submission_reported');
  expect(await messages.statementsFor(own, reported)).toEqual([]);
  await messages.happened(
    bankCredit,
    CREDIT,
    [recorded, { type: 'return_requested', reason: 'Unknown.', submissionId: reported.streamId }],
    staff,
  );
  const back = { ...reported, data: { ...reported.data, kind: 'RETURN' as const, subjectId: CREDIT } };
  expect(await messages.deliver(own, back)).toEqual(['return_failed']);
});

test('a credit that a file of the bank shows is booked once', async () => {
  const { store, db } = messages;
  const ids = new Ids(new TestClock());
  const credits = new BankCredits(
    store,
    db.database,
    new AccountOwners(db.database, { accounts: null }),
    ids,
  );
  const own = new BankCreditReactions(store, credits, ids);
  const reported = fixture('payments.credit_reported');
  expect(await messages.deliver(own, reported)).toEqual(['recorded']);
  expect(await messages.deliver(own, reported)).toEqual([]);
  const spaced = { ...reported.data, accountNumber: 'gb29 nwbk 6016 1331 9268 19' };
  expect(await messages.deliver(own, { ...reported, data: spaced })).toEqual([]);
});

test('every reaction is tested', () =>
  expect([Reactions, ScreeningReactions].flatMap(reactsTo).sort()).toEqual(Object.keys(reactions).sort()));

test.each(fixtures().filter(({ type }) => type in reactions))(
  'version $version of $type is understood',
  async ({ type, message: example }) => {
    const message = toSender(toTransfer(example, FUNDS));
    const { before, after } = reactions[type] ?? { before: [], after: [] };
    const { transferId, inboundFundsId, linkedFundingAccountId, resource } = message.data as unknown as Named;
    const id = transferId ?? inboundFundsId ?? linkedFundingAccountId ?? resource?.id ?? FUNDS;
    const aggregate = linkedFundingAccountId ? linkedFundingAccount : inboundFunds;
    if (before.length > 0) await messages.happened(aggregate as never, id, before as never);
    const reacts = reactsTo(Reactions).includes(type) ? own() : new ScreeningReactions(messages.store);
    expect(await messages.deliver(reacts, message)).toEqual(after);
  },
);

describe('a message that is not about inbound funds needs only its checkpoint', () => {
  test.each(['ledger.transfer_posted', 'ledger.transfer_declined'] as const)('%s', async (type) => {
    expect(await messages.statementsFor(own(), about('PAYMENT', fixture(type)))).toEqual([]);
    expect(await messages.statementsFor(own(), fixture(type))).not.toEqual([]);
  });
  test.each(['screening.cleared', 'screening.blocked'] as const)('%s', async (type) => {
    const reactions = new ScreeningReactions(messages.store);
    expect(await messages.statementsFor(reactions, fixture(type))).toEqual([]);
    expect(await messages.statementsFor(reactions, toSender(fixture(type)))).not.toEqual([]);
  });
});
