import { fold, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { german } from '../beneficiary/beneficiary.fixture.js';
import { creditorOf } from '../submission/creditor.js';
import { type BankReport, postpone, reported } from './bank-report.js';
import { type Event, fundsReturned, fundsTaken, pay, payment, transferDeclined } from './payment.js';
import { terms } from './payment.fixture.js';

/** What the bank says of a sent payment, in any order (production.md §6). */

const submission = { valueDate: '2026-11-23', instructed: terms.amount, creditor: creditorOf(german) };
const sending = {
  snapshot: { ...german, id: 'bss_1', isSnapshot: true },
  swiftSubmission: { format: 'MT103', message: '{1:…}', reference: 'REF', status: 'PENDING' },
  conversionId: null,
  isLinked: false,
} as const;
const created: Event = { type: 'created', ...terms };
const authorised: Event = { type: 'authorised' };
const requested: Event = { type: 'submission_requested', ...submission };
const onItsWay: Event[] = [created, authorised, { type: 'sent', ...sending }, requested];
const accepted: Event = { type: 'accepted', reason: 'The bank has accepted it.' };
const completed: Event = { type: 'completed' };
const all = terms.amount;
const part = money('EUR', 985_50n);

const says = (status: BankReport['status'], more: Partial<BankReport> = {}): BankReport => ({
  status,
  reason: null,
  returned: null,
  number: 1,
  ...more,
});
const closed = says('RETURNED', { reason: 'Account closed.', returned: part });
const returning: Event = {
  type: 'return_requested',
  reason: 'Account closed. EUR 985.50 is back in the EUR wallet, and the banks have kept EUR 15.00.',
  returned: part,
  deduction: money('EUR', 15_00n),
  number: 1,
};

test('the rail is asked in the transaction that takes the money, and not if it is simulated', () => {
  given(payment)
    .when(pay, { terms, fee: null, dispatch: { ...sending, submission } })
    .then(...onItsWay);
  given(payment)
    .when(pay, { terms, fee: null, dispatch: { ...sending, submission: null } })
    .then(...onItsWay.slice(0, -1));
  const requestedFunds: Event = { type: 'funds_requested', amount: all, beneficiary: german };
  given(payment, created, authorised, requestedFunds)
    .when(fundsTaken, { ...sending, submission })
    .then(...onItsWay.slice(2));
});

test('accepted, then settled', () => {
  given(payment, ...onItsWay)
    .when(reported, says('ACCEPTED'))
    .then(accepted);
  given(payment, ...onItsWay, accepted)
    .when(reported, says('SETTLED'))
    .then(completed);
  expect(fold(payment, [...onItsWay, accepted])).toMatchObject({
    isAccepted: true,
    swiftStatus: 'PROCESSING',
  });
});

test.each<[string, Event[], BankReport]>([
  ['accepted twice', [...onItsWay, accepted], says('ACCEPTED')],
  ['accepted after it settled', [...onItsWay, completed], says('ACCEPTED')],
  ['settled twice', [...onItsWay, completed], says('SETTLED')],
  ['settled while its money comes back', [...onItsWay, returning], says('SETTLED')],
  ['returned twice', [...onItsWay, returning], closed],
  ['rejected before it was sent', [created, authorised], says('REJECTED')],
])('%s: nothing happens', (_, history, report) => {
  given(payment, ...history)
    .when(reported, report)
    .then();
});

test('settled without having been accepted', () => {
  given(payment, ...onItsWay)
    .when(reported, says('SETTLED'))
    .then(completed);
});

test('executed on a later day', () => {
  given(payment, ...onItsWay)
    .when(postpone, { executionDate: '2026-11-24' })
    .then({
      type: 'postponed',
      reason: 'The bank got it after its cut-off, and executes it on 2026-11-24.',
      executionDate: '2026-11-24',
      conversionId: null,
    });
});

test.each<[string, Event[]]>([
  ['before it is accepted', onItsWay],
  ['after it settled', [...onItsWay, accepted, completed]],
])('returned %s: what came back goes to the wallet, and the client reads where it is', (_, history) => {
  given(payment, ...history)
    .when(reported, closed)
    .then(returning);
});

test('rejected: all of the money goes back, also without a reason of the bank', () => {
  given(payment, ...onItsWay)
    .when(reported, says('REJECTED'))
    .then({
      type: 'return_requested',
      reason: 'The bank has not executed the payment. EUR 1000.50 is back in the EUR wallet.',
      returned: all,
      deduction: null,
      number: 1,
    });
});

test('a return that the ledger has declined is asked for again', () => {
  const declined: Event = { type: 'return_declined', reason: 'wallet_full' };
  const transfer = {
    transferId: 'pmt_1/return',
    relatedEntity: { id: 'pmt_1' },
    reason: 'wallet_full',
  } as const;
  given(payment, ...onItsWay, returning)
    .when(transferDeclined, transfer)
    .then(declined);
  given(payment, ...onItsWay, returning, declined)
    .when(reported, closed)
    .then(returning);
});

describe('what comes back in parts', () => {
  const relatedEntity = { id: 'pmt_1' };
  const failed: Event = { type: 'failed', reason: 'R', returned: part, conversionId: null };
  const another = says('RETURNED', { reason: 'Charges.', returned: money('EUR', 10_00n), number: 2 });
  const total = money('EUR', 995_50n);
  const more: Event = {
    type: 'return_requested',
    reason: 'Charges. Another EUR 10.00 is back in the EUR wallet: EUR 995.50 of EUR 1000.50.',
    returned: money('EUR', 10_00n),
    deduction: null,
    number: 2,
  };
  const moreReturned: Event = {
    ...{ type: 'more_returned', reason: more.reason, returned: total, conversionId: null },
  };

  test('is in the wallet each time, and the payment says how much in all', () => {
    given(payment, ...onItsWay, returning, failed)
      .when(reported, another)
      .then(more);
    given(payment, ...onItsWay, returning, failed, more)
      .when(fundsReturned, { transferId: 'pmt_1/return/2', relatedEntity })
      .then(moreReturned);
    given(payment, ...onItsWay, returning, failed, more)
      .when(fundsReturned, { transferId: 'pmt_1/return', relatedEntity })
      .then();
    const after = fold(payment, [...onItsWay, returning, failed, more, moreReturned]);
    expect(after).toMatchObject({ status: 'FAILED', returned: total, returns: 2, step: null });
  });

  test.each<[string, Event[], BankReport]>([
    ['before the first', onItsWay, another],
    ['while the first is on its way', [...onItsWay, returning], another],
    ['twice', [...onItsWay, returning, failed, more, moreReturned], another],
    ['before the one before it', [...onItsWay, returning, failed], { ...another, number: 3 }],
    ['of a payment that was never sent', [created, authorised, { ...failed, returned: null }], another],
  ])('%s: nothing happens', (_, history, report) => {
    given(payment, ...history)
      .when(reported, report)
      .then();
  });

  test('is asked for again if the ledger has declined it', () => {
    const transfer = { transferId: 'pmt_1/return/2', relatedEntity, reason: 'wallet_full' } as const;
    const declined: Event = { type: 'return_declined', reason: 'wallet_full' };
    given(payment, ...onItsWay, returning, failed, more)
      .when(transferDeclined, transfer)
      .then(declined);
    given(payment, ...onItsWay, returning, failed, more, declined)
      .when(reported, another)
      .then(more);
  });
});
