import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BankSubmissionStatus } from '@corridor/payments-contract';
import type { EntryRecord, StatusRecord } from '@corridor/iso20022';
import { camt, pacs002, pain002 } from '@corridor/iso20022/testing';
import { money } from '@corridor/kernel';
import { TestClock } from '@corridor/testing';
import type { RailReport } from '../payment-rail.js';
import type { SentPayments } from '../sent-payments.js';
import { batch, debit, never, rejected } from './files.fixture.js';
import { Files } from './files.js';
import { Iso20022Rail } from './iso20022-rail.js';

const account = 'DE89370400440532013000';
const [one, two, three] = batch.payments.map(({ reference }) => reference) as [string, string, string];
const uetr = batch.payments[0]!.uetr;
const messageId = '7f3c0a528f0e4a399d55000000000001';
const blockId = `${messageId.slice(0, 28)}-1`;
const EACH = 1000_50n;

let folder: string;
let statuses: Map<string, BankSubmissionStatus>;
/** By our reference, what the bank has called a payment before. */
let bankReferences: Map<string, string>;

const isOpen = (reference: string) => statuses.get(reference) === 'HANDED_OVER';
/** What the service has stored of the batch: three payments of the same amount. */
const sent: SentPayments = {
  byUetr: (given) => Promise.resolve(given === uetr ? [one] : []),
  byBankReference: (given) =>
    Promise.resolve([...bankReferences].filter(([, its]) => its === given).map(([reference]) => reference)),
  openOf: ({ minor }) => Promise.resolve(minor === EACH ? [one, two, three].filter(isOpen) : []),
  statusesOf: () => Promise.resolve(statuses),
};

function railWith(more: object = {}, known = sent): Iso20022Rail {
  const debtor = {
    ...{ holder: 'Corridor Payments Ltd', bic: 'CORRGB2LXXX' },
    accounts: new Map([['EUR', account]]),
  };
  const dialect = { characters: 'unicode', batchBooking: null } as const;
  const settings = { folder, debtor, message: 'pain.001', dialect, ...more } as const;
  return new Iso20022Rail(settings, new TestClock(new Date()), new Files(), known);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rail-'));
  statuses = new Map([one, two, three].map((reference) => [reference, 'HANDED_OVER']));
  bankReferences = new Map();
  await railWith().submit(batch, never());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The payments of which the file says something, with what it says; and why it is set aside, if it is. */
async function said(content: string, rail = railWith()) {
  await writeFile(join(folder, 'in', 'bank.xml'), content);
  const reports: RailReport[] = [];
  const nothing = () => Promise.resolve();
  await rail.collect((some) => Promise.resolve(void reports.push(...some)), nothing, nothing, nothing);
  const [aside] = await rail.files.setAside();
  return [
    ...reports.map(({ reference, status }) => `${reference} ${status}`),
    ...(aside ? [aside.reason] : []),
  ];
}

const nameless: StatusRecord = { ...rejected({ reference: one }), reference: null };
const booking: EntryRecord = {
  ...debit({ reference: one, bankReference: 'BANK-1' } as RailReport),
  ...{ account, reference: null, amount: money('EUR', EACH) },
};
const notification = (more: Partial<EntryRecord>) => camt('camt.054', 'M', [{ ...booking, ...more }]);
const total = (more: Partial<EntryRecord> = {}, told = '<PmtInfId>ID</PmtInfId>', id = blockId) =>
  notification({ amount: money('EUR', 3n * EACH), transactions: 3, ...more }).replace(
    '<Btch>',
    `<Btch>${told.replace('ID', id)}`,
  );

describe('a bank that leaves the end-to-end id out names a payment', () => {
  test('by its UETR in a status, also in capital letters', async () => {
    expect(await said(pain002([{ ...nameless, uetr: uetr.toUpperCase() }]))).toEqual([`${one} REJECTED`]);
  });

  test('by its UETR in a booking, and in a credit that returns it', async () => {
    const back = { ...booking, direction: 'CREDIT' as const, isReturn: true, uetr };
    expect(await said(notification({ uetr }))).toEqual([`${one} SETTLED`]);
    expect(await said(camt('camt.054', 'R', [back]))).toEqual([`${one} RETURNED`]);
  });

  test('by its UETR beside an id that is not ours', async () => {
    expect(await said(notification({ uetr, reference: 'BANK-OWN-77' }))).toEqual([`${one} SETTLED`]);
  });

  test('by the instruction id', async () => {
    const text = notification({ reference: 'BANK-OWN-77' });
    const named = text.replace('<EndToEndId>', `<InstrId>${two}</InstrId><EndToEndId>`);
    expect(await said(named)).toEqual([`${two} SETTLED`]);
  });

  test('by a reference of the bank that it has used before', async () => {
    bankReferences.set(three, 'BANK-1');
    expect(await said(notification({}))).toEqual([`${three} SETTLED`]);
    bankReferences.set(two, 'BANK-1');
    expect(await said(notification({ statementId: 'N-2' }))).toEqual([]);
  });

  test('not at all if nobody knows the UETR: a person looks at the status, and the debit is somebody else’s', async () => {
    const other = '5d7ea1f0-3c86-4d0b-9c55-000000000099';
    expect(await said(notification({ uetr: other }))).toEqual([]);
    const [reason] = await said(pain002([{ ...nameless, uetr: other }]));
    expect(reason).toBe(`A status of S-1 names no payment that is known (UETR ${other}).`);
  });
});

describe('a total of a batch', () => {
  const all = [one, two, three].map((reference) => `${reference} SETTLED`);

  test.each([
    ['block', total()],
    ['message', total({}, `<MsgId>ID</MsgId>`, messageId)],
  ])('that names our %s settles each of its payments', async (_, content) =>
    expect(await said(content)).toEqual(all),
  );

  test('is without those that the bank has rejected', async () => {
    statuses.set(two, 'REJECTED');
    const rest = { amount: money('EUR', 2n * EACH), transactions: 2 };
    expect(await said(total(rest))).toEqual([all[0], all[2]]);
  });

  test('with another sum waits for a person', async () => {
    expect(await said(total({ amount: money('EUR', EACH - 1n) }))).toEqual([
      `The booking BANK-1 is not the sum of ${blockId}.`,
    ]);
  });

  test('of a block that was never sent is somebody else’s', async () =>
    expect(await said(total({}, undefined, 'ANOTHER-1'))).toEqual([]));
});

describe('by account and amount', () => {
  const guessing = () => railWith({ matchesAmounts: true });

  test('nothing is matched without the option', async () => {
    statuses.set(two, 'SETTLED').set(three, 'SETTLED');
    expect(await said(notification({}))).toEqual([]);
    expect(await said(total({}, ''))).toEqual([]);
  });

  test('the only open payment is matched, and not one of several', async () => {
    expect(await said(notification({}), guessing())).toEqual([]);
    statuses.set(two, 'SETTLED').set(three, 'REJECTED');
    expect(await said(notification({ statementId: 'N-2' }), guessing())).toEqual([`${one} SETTLED`]);
  });

  test('a batch is matched by its sum, once', async () => {
    const all = [one, two, three].map((reference) => `${reference} SETTLED`);
    expect(await said(total({}, ''), guessing())).toEqual(all);
    for (const reference of [one, two, three]) bankReferences.set(reference, 'BANK-1');
    expect(await said(total({ statementId: 'N-2' }, ''), guessing())).toEqual([]);
  });

  test.each([
    ['of another account', { account: 'DE02120300000000202051' }],
    ['with an id that is not ours', { reference: 'SOMEBODY-1' }],
    ['that is taken back', { isReversal: true, direction: 'CREDIT' as const }],
    ['that is pending', { status: 'PENDING' as const }],
    ['with another amount', { amount: money('EUR', EACH + 1n) }],
  ])('a booking %s is not matched', async (_, more) => {
    statuses.set(two, 'SETTLED').set(three, 'SETTLED');
    expect((await said(notification(more), guessing())).filter((is) => is.endsWith('SETTLED'))).toEqual([]);
  });
});

test('a status of a whole pacs.008 is that of each of its transfers', async () => {
  const rail = railWith({ message: 'pacs.008' });
  await rail.submit(batch, never());
  const whole = { ...nameless, originalMessageId: messageId, originalBlockId: null, status: 'ACSP' };
  const told = pacs002([whole])
    .replace(/<TxInfAndSts>.*<\/TxInfAndSts>/s, '')
    .replace('</OrgnlMsgNmId>', '</OrgnlMsgNmId><GrpSts>ACSP</GrpSts>');
  expect(await said(told, rail)).toEqual([one, two, three].map((its) => `${its} ACCEPTED`));
});

test('a debit of ours that the bank takes back returns its payment', async () => {
  const reversal = { ...booking, direction: 'CREDIT' as const, isReversal: true, reference: one };
  expect(await said(camt('camt.054', 'R', [reversal]))).toEqual([`${one} RETURNED`]);
});

// External status codes of ISO 20022, ExternalPaymentTransactionStatus1Code.
test.each([
  ['RCVD', null],
  ['PDNG', null],
  ['PART', null],
  ['PATC', null],
  ['ACTC', 'ACCEPTED'],
  ['ACCP', 'ACCEPTED'],
  ['ACFC', 'ACCEPTED'],
  ['ACSP', 'ACCEPTED'],
  ['ACWC', 'ACCEPTED'],
  ['ACWP', 'ACCEPTED'],
  ['ACSC', 'SETTLED'],
  ['ACCC', 'SETTLED'],
  ['RJCT', 'REJECTED'],
  ['CANC', 'REJECTED'],
])('the status %s of a payment is %s', async (code, status) => {
  const told = pain002([{ ...rejected({ reference: one }), status: code }]);
  expect(await said(told)).toEqual(status === null ? [] : [`${one} ${status}`]);
});

test('a status that is not known waits for a person', async () => {
  const told = pain002([{ ...rejected({ reference: one }), status: 'BLCK' }]);
  expect(await said(told)).toEqual([`S-1 gives ${one} the status BLCK, which is not known.`]);
});
