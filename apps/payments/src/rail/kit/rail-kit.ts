import assert from 'node:assert/strict';
import { type CalendarDate, fold, money } from '@corridor/kernel';
import { type Event, type State, handOver, report, submission } from '../../submission/submission.js';
import type { PaymentRail, RailBatch, RailPayment, RailReport } from '../payment-rail.js';

/** The bank behind the rail, as the spec of an adapter plays it. */
export interface TestBank {
  /** The `reference` of each execution, so one that was executed twice is in the list twice. */
  executed(): Promise<readonly string[]>;
  /** What the bank says next, in this order, over whatever the adapter reads. */
  says(...reports: readonly RailReport[]): Promise<void>;
  /** The next batch arrives, and the bank does not respond. Omitted if the rail cannot be silent. */
  isSilentOnce?(): Promise<void>;
}

export interface RailUnderTest {
  readonly rail: PaymentRail;
  readonly bank: TestBank;
  stop?(): Promise<void>;
}

/** One requirement of the contract. @throws Error if the rail does not meet it */
export interface RailCheck {
  readonly name: string;
  run(under: RailUnderTest): Promise<void>;
}

export const payments: readonly RailPayment[] = ['A', 'B', 'C'].map((letter) => ({
  id: `sub_01KAJNDRXV0123456789ABCDE${letter}`,
  kind: 'PAYMENT',
  subjectId: `pmt_01KAJNDRXV0123456789ABCDE${letter}`,
  client: { id: 'cli_01K00000000000000000000000', name: 'Northwind Imports Ltd' },
  reference: `0123456789ABCDE${letter}`,
  uetr: `5d7ea1f0-3c86-4d0b-9c55-00000000000${letter.toLowerCase()}`,
  amount: { ccyCode: 'EUR', value: 1000.5 },
  valueDate: '2026-11-23',
  paymentType: 'PRIORITY',
  chargeType: 'SHARED',
  orderingParty: 'Northwind Imports Ltd',
  creditor: {
    name: 'Muster Maschinenbau GmbH',
    addressLines: ['Hauptstrasse 1', '10115 Berlin'],
    address: {
      lines: ['Hauptstrasse 1'],
      ...{ city: 'Berlin', state: null, postalCode: '10115', countryCode: 'DE' },
    },
    countryCode: 'DE',
    bankName: 'Commerzbank',
    bankCountryCode: 'DE',
    bicSwiftCode: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
    accountNumber: null,
    accountType: null,
    routing: [],
  },
  narrative: 'Invoice 1042',
  purposeCode: null,
  createdOn: '2026-11-20T09:30:00.000',
}));
const batch: RailBatch = { id: '7f3c0a52-8f0e-4a39-9d55-000000000001', payments, isRepeated: false };
const again: RailBatch = { ...batch, isRepeated: true };
const references = payments.map(({ reference }) => reference);
const [first] = payments as readonly [RailPayment];
const noCredits = (): Promise<void> => Promise.resolve();
const noStatements = noCredits;
const noFiles = () => Promise.resolve();
const never = (): AbortSignal => new AbortController().signal;

/** A report about the first payment. */
const says = (status: RailReport['status'], more: Partial<RailReport> = {}): RailReport => ({
  reportId: `${first.id}/${status}`,
  reference: first.reference,
  status,
  reason: status === 'RETURNED' ? 'Account closed.' : null,
  returned: null,
  bankReference: 'FT26325ABCD',
  ...more,
});

/** The submission of the first payment, with the rules that the service has. */
class Book {
  private state: State = fold(submission, [
    {
      type: 'requested',
      kind: first.kind,
      subjectId: first.subjectId,
      client: first.client,
      amount: money('EUR', 1000_50n),
      instructed: money('EUR', 1000_50n),
      valueDate: first.valueDate,
      paymentType: first.paymentType,
      chargeType: first.chargeType,
      orderingParty: first.orderingParty,
      creditor: first.creditor,
      narrative: first.narrative,
      purposeCode: first.purposeCode,
    },
  ]);
  readonly events: Event[] = [];

  submitted(executionDate: CalendarDate | null): void {
    this.happened(handOver(this.state, executionDate));
  }

  readonly take = (reports: readonly RailReport[]): Promise<void> => {
    for (const one of reports) if (one.reference === first.reference) this.happened(report(this.state, one));
    return Promise.resolve();
  };

  get status(): State['status'] {
    return this.state.status;
  }

  private happened(events: readonly Event[]): void {
    this.events.push(...events);
    this.state = events.reduce(submission.evolve, this.state);
  }
}

async function submitted({ rail }: RailUnderTest, some = batch): Promise<Book> {
  const book = new Book();
  const { failures, reports, executionDates = {} } = await rail.submit(some, never());
  assert.deepEqual(failures, {});
  book.submitted(executionDates[first.id] ?? null);
  await book.take(reports);
  return book;
}

async function told(under: RailUnderTest, ...reports: readonly RailReport[]): Promise<Book> {
  const book = await submitted(under);
  await under.bank.says(...reports);
  await under.rail.collect(book.take, noCredits, noStatements, noFiles);
  return book;
}

const executedOnce = async ({ bank }: RailUnderTest): Promise<void> =>
  assert.deepEqual([...(await bank.executed())].sort(), references);

/** What every rail has to do, whatever the bank does. */
export const railChecks: readonly RailCheck[] = [
  {
    name: 'hands all payments of a batch over',
    async run(under) {
      await submitted(under);
      await executedOnce(under);
    },
  },
  {
    name: 'executes a payment once, however often its batch is submitted',
    async run(under) {
      await submitted(under);
      await under.rail.submit(again, never());
      await executedOnce(under);
    },
  },
  {
    name: 'executes a payment once if what is left of its batch is submitted again',
    async run(under) {
      await submitted(under);
      await under.rail.submit({ ...again, payments: payments.slice(1) }, never());
      await executedOnce(under);
    },
  },
  {
    name: 'has the same execution dates for a batch that is repeated, after the value dates',
    async run({ rail }) {
      const { executionDates: dates = {} } = await rail.submit(batch, never());
      for (const [id, date] of Object.entries(dates))
        assert.ok(payments.some((one) => one.id === id && one.valueDate < date));
      const { executionDates = {} } = await rail.submit(again, never());
      assert.deepEqual(executionDates, dates);
    },
  },
  {
    name: 'passes on what the bank says',
    async run(under) {
      const book = await told(under, says('ACCEPTED'), says('SETTLED'));
      assert.equal(book.status, 'SETTLED');
    },
  },
  {
    name: 'comes to the same result from statuses that are repeated and out of order',
    async run(under) {
      const [accepted, settled] = [says('ACCEPTED'), says('SETTLED')];
      const book = await told(under, settled, accepted, settled, accepted);
      assert.equal(book.status, 'SETTLED');
      await under.bank.says(settled);
      await under.rail.collect(book.take, noCredits, noStatements, noFiles);
      assert.equal(book.events.filter(({ type }) => type === 'settled').length, 1);
    },
  },
  {
    name: 'passes on another status under an id that was there before',
    async run(under) {
      const reportId = `${first.id}/status`;
      const book = await told(under, says('ACCEPTED', { reportId }), says('SETTLED', { reportId }));
      assert.equal(book.status, 'SETTLED');
      await under.bank.says(says('RETURNED', { reportId }));
      await under.rail.collect(book.take, noCredits, noStatements, noFiles);
      assert.equal(book.status, 'RETURNED');
    },
  },
  {
    name: 'passes on a return that comes after the payment was settled, with what came back',
    async run(under) {
      const returned = money('EUR', 985_50n);
      const book = await told(under, says('SETTLED'));
      await under.bank.says(says('RETURNED', { returned }));
      await under.rail.collect(book.take, noCredits, noStatements, noFiles);
      assert.equal(book.status, 'RETURNED');
      const [last] = book.events.slice(-1);
      assert.deepEqual(last && 'returned' in last && last.returned, returned);
      assert.equal(last && 'reason' in last && last.reason, 'Account closed.');
    },
  },
  {
    name: 'passes on again what could not be stored',
    async run(under) {
      const book = await told(under);
      await under.bank.says(says('SETTLED'));
      await assert.rejects(
        under.rail.collect(
          () => Promise.reject(new Error('the database is away')),
          noCredits,
          noStatements,
          noFiles,
        ),
      );
      await under.rail.collect(book.take, noCredits, noStatements, noFiles);
      assert.equal(book.status, 'SETTLED');
    },
  },
  {
    name: 'can collect twice at the same time, as replicas do',
    async run(under) {
      const book = await submitted(under);
      await under.bank.says(says('SETTLED'));
      const collect = () => under.rail.collect(book.take, noCredits, noStatements, noFiles);
      await Promise.all([collect(), collect()]);
      assert.equal(book.status, 'SETTLED');
    },
  },
  {
    name: 'does not lose or repeat a batch to which the bank has not responded in time, if the test bank can be silent',
    async run(under) {
      if (!under.bank.isSilentOnce) return;
      await under.bank.isSilentOnce();
      const patience = new AbortController();
      const attempt = under.rail.submit(batch, patience.signal);
      patience.abort(new Error('too late'));
      await assert.rejects(attempt);
      await submitted(under, again);
      await executedOnce(under);
    },
  },
];

/** For the spec of an adapter: `describeRail('our bank', start)`. */
export function describeRail(name: string, start: () => Promise<RailUnderTest>): void {
  describe(`the contract of a rail: ${name}`, () => {
    test.each(railChecks.map((check) => [check.name, check] as const))('%s', async (_, check) => {
      const under = await start();
      try {
        await check.run(under);
      } finally {
        await under.stop?.();
      }
    });
  });
}
