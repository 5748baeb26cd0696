import fc from 'fast-check';
import { money } from '@corridor/kernel';
import { accounts, agents, amounts, dates, parties, references, uetrs, words } from '../transfers.fixture.js';
import { entry } from '../testing/entry.js';
import type { BalanceRecord, EntryRecord, Reason, ReturnRecord, StatusRecord } from './records.js';

export const status: StatusRecord = {
  kind: 'status',
  messageId: 'S-1',
  originalMessageId: '7f3c0a528f0e4a399d55000000000001',
  originalBlockId: '7f3c0a528f0e4a399d55000000000001-1',
  reference: '0123456789ABCDEF',
  instructionId: null,
  uetr: null,
  status: 'RJCT',
  reason: { code: 'AC04', text: null },
  bankReference: null,
};

const orNull = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null });

const reasons: fc.Arbitrary<Reason | null> = fc
  .record({ code: orNull(fc.constantFrom('AC04', 'MS03', 'NARR')), text: orNull(words(105)) })
  .map((one) => (one.code === null && one.text === null ? null : one));

/** Single transfers of two blocks, a block, and the rest of the message. */
export const statuses: fc.Arbitrary<StatusRecord[]> = fc
  .array(
    fc.record({
      reference: references,
      uetr: orNull(uetrs),
      status: fc.constantFrom('ACTC', 'ACSP', 'ACSC', 'RJCT', 'PDNG'),
      reason: reasons,
      bankReference: orNull(references),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((some) => some.map((one) => ({ ...status, ...one })));

export const returns: fc.Arbitrary<ReturnRecord[]> = fc.array(
  fc.record({
    kind: fc.constant('return'),
    messageId: fc.constant('R-1'),
    returnId: orNull(references),
    reference: references,
    instructionId: fc.constant(null),
    uetr: orNull(uetrs),
    amount: amounts,
    reason: reasons,
  }),
  { minLength: 1, maxLength: 4 },
);

const entriesIn = (statementId: string, ccyCode: string): fc.Arbitrary<EntryRecord> =>
  fc
    .record({
      direction: fc.constantFrom('CREDIT', 'DEBIT'),
      minor: fc.bigInt(0n, 999_999_999_999n),
      status: fc.constantFrom('BOOKED', 'PENDING', 'INFORMATION'),
      isReversal: fc.boolean(),
      bookedOn: dates,
      valueDate: dates,
      bankReference: orNull(references),
      reference: orNull(references),
      uetr: orNull(uetrs),
      party: fc.record({ ...partyFields, account: accounts, agent: agents }),
      ultimateParty: orNull(words(140)),
      virtualAccount: orNull(fc.constantFrom('GB94BARC10201530093459', '10201530093459')),
      remittance: orNull(words(140)),
      returnReason: reasons,
    })
    .map(({ minor, ...more }) => ({
      ...entry,
      ...more,
      virtualAccount: more.direction === 'CREDIT' ? more.virtualAccount : null,
      statementId,
      amount: money(ccyCode, minor),
      isReturn: more.returnReason !== null,
    }));

const partyFields = {
  name: parties.map(({ name }) => name),
  address: parties.map(({ address }) => address),
};

/** Two accounts in two currencies. */
export const statements: fc.Arbitrary<(EntryRecord | BalanceRecord)[]> = fc
  .tuple(
    fc.array(entriesIn('N-1', 'GBP'), { minLength: 1, maxLength: 3 }),
    fc.array(entriesIn('N-2', 'KWD'), { minLength: 1, maxLength: 3 }),
    fc.bigInt(-999_999_999n, 999_999_999n),
    dates,
  )
  .map(([first, second, minor, date]) => [
    balance(minor, date),
    ...first,
    { ...balance(-minor, date), statementId: 'N-2', amount: money('KWD', -minor) },
    ...second,
  ]);

const balance = (minor: bigint, date: string): BalanceRecord => ({
  kind: 'balance',
  statementId: 'N-1',
  account: entry.account,
  type: 'OPBD',
  amount: money('GBP', minor),
  date,
});
