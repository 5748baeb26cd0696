import { check, rules } from './checker.js';
import type { Final, FinalRecord, History, Operation, RecordKind, Sighting } from './history.js';

const CLIENT = 'cl_1';
const SUBSCRIPTION = 'whs_1';
const PREFIX = {
  instruction: 'payment_instruction',
  payment: 'payment',
  conversion: 'conversion',
  funds: 'inbound_funds',
};

const operation = (key: string, more: Partial<Operation>): Operation => ({
  client: CLIENT,
  key,
  effect: { creates: 'instruction', marker: key },
  path: '/v1/any',
  body: undefined,
  invokedMs: 0,
  completedMs: 1,
  outcome: 'ok',
  responses: [],
  ...more,
});
const record = (
  kind: RecordKind,
  id: string,
  statuses: string[],
  more: Partial<FinalRecord> = {},
): FinalRecord => ({
  kind,
  client: CLIENT,
  id,
  marker: id,
  instruction: null,
  statuses,
  fee: null,
  ...more,
});
const response = (id: string) => JSON.stringify({ data: { id } });
const sighting = (statuses: string[], more: Partial<Sighting> = {}): Sighting => ({
  client: CLIENT,
  record: 'pi',
  statuses,
  invokedMs: 10,
  completedMs: 11,
  isFresh: true,
  ...more,
});

const records = [
  record('funds', 'if', ['PENDING', 'CREDITED']),
  record('instruction', 'pi', ['PENDING', 'ACKNOWLEDGED', 'FILLED', 'SENT']),
  record('conversion', 'con', ['BOOKED', 'EXCHANGED'], { marker: null, instruction: 'pi' }),
  record('payment', 'pmt', ['DRAFT', 'READY_TO_SEND', 'SENT'], { marker: null, instruction: 'pi', fee: 5n }),
  record('instruction', 'maybe', ['PENDING', 'CANCELLED']),
];
const transaction = (
  id: string,
  about: string,
  wallet: string,
  amount: bigint,
  balance: bigint,
  order: number,
  action = 'PAYMENT',
) => ({
  id,
  record: about,
  wallet,
  action,
  amount,
  balance,
  order,
});
const fee = transaction('t5', 'pmt', 'gbp', -5n, 5n, 3, 'PAYMENT_FEE');
const transactions = [
  transaction('t1', 'if', 'gbp', 100n, 100n, 1),
  transaction('t2', 'con', 'gbp', -90n, 10n, 2),
  transaction('t3', 'con', 'eur', 100n, 100n, 1),
  transaction('t4', 'pmt', 'eur', -100n, 0n, 2),
  fee,
];
const events = [
  ...records.flatMap(({ kind, id, statuses }) =>
    statuses.map((status) => [`${PREFIX[kind]}.${status.toLowerCase()}`, id]),
  ),
  ...transactions.map(({ id }) => ['transaction.completed', id]),
];
const notifications = events.map(([type = '', entity = ''], i) => ({
  id: `whn_${i}`,
  subscription: SUBSCRIPTION,
  type,
  entity,
  isSent: true,
}));
const receipts = notifications.map(({ id, entity }, i) => ({
  id,
  subscription: SUBSCRIPTION,
  entity,
  sequence: i,
  isSigned: true,
}));

/** Everything is as it should be: one operation of each outcome and kind, in which no rule finds anything. */
const correct: History = {
  operations: [
    operation('if', { effect: { creates: 'funds', marker: 'if' }, responses: [response('if')] }),
    operation('pi', { responses: [response('pi'), response('pi')] }),
    operation('send', { effect: { moves: 'pi', to: 'SENT' }, responses: ['{}'] }),
    operation('maybe', { outcome: 'unknown' }),
    operation('never', { outcome: 'unknown' }),
    operation('refused', { outcome: 'fail' }),
    operation('too late', { effect: { moves: 'pi', to: 'CANCELLED' }, outcome: 'fail' }),
    operation('cancel', { effect: { moves: 'maybe', to: 'CANCELLED' }, outcome: 'unknown' }),
    operation('cancel again', { effect: { moves: 'maybe', to: 'CANCELLED' }, outcome: 'fail' }),
  ],
  sightings: [
    sighting(['PENDING'], { invokedMs: 1, completedMs: 2 }),
    sighting(['PENDING', 'ACKNOWLEDGED'], { invokedMs: 3, completedMs: 6 }),
    sighting(['PENDING'], { invokedMs: 5, completedMs: 7 }), // at the same time: either may be first
    sighting(['PENDING'], { invokedMs: 8, completedMs: 9, isFresh: false }),
  ],
  final: {
    records,
    quotes: [
      { id: 'quo', isUsed: true, users: ['con'] },
      { id: 'late', isUsed: false, users: [] },
    ],
    wallets: [
      { id: 'gbp', client: CLIENT, balance: 5n },
      { id: 'eur', client: CLIENT, balance: 0n },
    ],
    transactions,
    books: { GBP: 0n, EUR: 0n },
    subscriptions: { [SUBSCRIPTION]: CLIENT },
    notifications,
    receipts: [...receipts, ...receipts.slice(0, 2)], // at least once
  },
};

const final = (more: Partial<Final>): History => ({ ...correct, final: { ...correct.final, ...more } });
const done = (...more: Operation[]): History => ({
  ...correct,
  operations: [...correct.operations, ...more],
});
const seen = (...more: Sighting[]): History => ({ ...correct, sightings: [...correct.sightings, ...more] });
const changed = (id: string, more: Partial<FinalRecord>) =>
  final({ records: records.map((one) => (one.id === id ? { ...one, ...more } : one)) });

const ONE_USER = 'a quote is used by one record, which its response names';
const ONE_FEE = 'a payment that was sent has paid its fee, once, and no other one has';

/** Each has one defect, and the rule that it violates; other rules may see it as well. */
const planted: [rule: string, defect: string, history: History][] = [
  ['an acknowledged operation has taken effect once', 'a lost record', done(operation('lost', {}))],
  [
    'an acknowledged operation has taken effect once',
    'a lost status',
    done(operation('lost', { effect: { moves: 'maybe', to: 'ACKNOWLEDGED' } })),
  ],
  [
    'an acknowledged operation has taken effect once',
    'two records of one key',
    final({ records: [...records, record('instruction', 'second', ['PENDING'], { marker: 'pi' })] }),
  ],
  [
    'what was created is what the response says',
    'the id of another record',
    done(operation('maybe', { responses: [response('pi')] })),
  ],
  [
    'a refused operation has no effect',
    'a record of a refused request',
    final({ records: [...records, record('instruction', 'x', ['PENDING'], { marker: 'refused' })] }),
  ],
  [
    'a refused operation has no effect',
    'a status of a refused request',
    changed('pi', { statuses: ['PENDING', 'CANCELLED'] }),
  ],
  [
    'an operation with an unknown outcome has taken effect at most once',
    'two records',
    final({ records: [...records, record('instruction', 'x', ['PENDING'], { marker: 'maybe' })] }),
  ],
  [
    'an operation with an unknown outcome has taken effect at most once',
    'a status twice',
    changed('maybe', { statuses: ['PENDING', 'CANCELLED', 'CANCELLED'] }),
  ],
  [
    'a key has one response, byte for byte',
    'another space',
    done(operation('pi', { responses: [response('pi'), `${response('pi')} `] })),
  ],
  [
    'every record was created by an operation, or by an instruction',
    'a record of nobody',
    final({ records: [...records, record('payment', 'x', ['DRAFT'])] }),
  ],
  [
    'every record was created by an operation, or by an instruction',
    'a conversion of an instruction that is not there',
    changed('con', { instruction: 'pi_other' }),
  ],
  [
    'every record was created by an operation, or by an instruction',
    'a record of another client',
    changed('maybe', { client: 'cl_2' }),
  ],
  [
    'a status follows a status that allows it',
    'a step that was left out',
    changed('pi', { statuses: ['PENDING', 'FILLED', 'SENT'] }),
  ],
  [
    'a status follows a status that allows it',
    'a later first status',
    changed('maybe', { statuses: ['CANCELLED'] }),
  ],
  ['a status follows a status that allows it', 'no status', changed('maybe', { statuses: [] })],
  [
    'a status follows a status that allows it',
    'a status after the end',
    changed('con', { statuses: ['BOOKED', 'CANCELLED', 'EXCHANGED'] }),
  ],
  [
    'an instruction has at most one conversion and one payment',
    'a second payment',
    final({ records: [...records, record('payment', 'x', ['DRAFT'], { instruction: 'pi' })] }),
  ],
  [
    'an instruction has at most one conversion and one payment',
    'a second conversion',
    final({ records: [...records, record('conversion', 'x', ['BOOKED'], { instruction: 'pi' })] }),
  ],
  [ONE_USER, 'two users', final({ quotes: [{ id: 'quo', isUsed: true, users: ['con', 'pi'] }] })],
  [ONE_USER, 'a user that is gone', final({ quotes: [{ id: 'quo', isUsed: true, users: ['x'] }] })],
  [
    ONE_USER,
    'a second record with it',
    done(operation('maybe', { body: { quoteId: 'quo' }, responses: [response('maybe')] })),
  ],
  [ONE_FEE, 'a fee twice', final({ transactions: [...transactions, { ...fee, id: 't6' }] })],
  [ONE_FEE, 'a fee that was not taken', final({ transactions: transactions.slice(0, 4) })],
  [ONE_FEE, 'a fee of a payment that was not sent', changed('pmt', { statuses: ['DRAFT', 'READY_TO_SEND'] })],
  ['credited funds do not wait', 'funds that wait', changed('if', { statuses: ['PENDING'] })],
  ['a client never sees an older state than before', 'a read of an older state', seen(sighting(['PENDING']))],
  [
    'a client never sees an older state than before',
    'older than a replay',
    seen(
      sighting(['PENDING', 'ACKNOWLEDGED', 'FILLED'], { isFresh: false, completedMs: 20 }),
      sighting(['PENDING', 'ACKNOWLEDGED'], { invokedMs: 21, completedMs: 22 }),
    ),
  ],
  [
    'what a client saw is part of what is there',
    'a status that was undone',
    seen(sighting(['PENDING', 'ACKNOWLEDGED', 'REJECTED'])),
  ],
  [
    'what a client saw is part of what is there',
    'a record that is gone',
    seen(sighting(['PENDING'], { record: 'x' })),
  ],
  [
    'the books add up to zero in each currency',
    'a posting without its counterpart',
    final({ books: { GBP: 0n, EUR: -1n } }),
  ],
  [
    'a balance is the sum of its transactions',
    'a cent too much',
    final({ wallets: [{ id: 'gbp', client: CLIENT, balance: 11n }] }),
  ],
  [
    'running balances chain, and are never below zero',
    'a balance that does not follow',
    final({ transactions: transactions.map((one) => (one.id === 't2' ? { ...one, balance: 11n } : one)) }),
  ],
  [
    'running balances chain, and are never below zero',
    'an overdraft',
    final({
      transactions: [transaction('t1', 'if', 'gbp', -1n, -1n, 1), transaction('t2', 'if', 'gbp', 2n, 1n, 2)],
    }),
  ],
  [
    'money has moved for each record that says so, and for nothing else',
    'a payment without money',
    final({ transactions: transactions.slice(0, 3) }),
  ],
  [
    'money has moved for each record that says so, and for nothing else',
    'money twice',
    final({ transactions: [...transactions, transaction('t6', 'if', 'gbp', 100n, 110n, 3)] }),
  ],
  [
    'money has moved for each record that says so, and for nothing else',
    'money without a record',
    final({ transactions: [...transactions, transaction('t6', 'x', 'gbp', 100n, 110n, 3)] }),
  ],
  [
    'money has moved for each record that says so, and for nothing else',
    'a failed payment without its return',
    changed('pmt', { statuses: ['DRAFT', 'READY_TO_SEND', 'SENT', 'FAILED'] }),
  ],
  [
    'each event is one notification of each subscription',
    'an event without one',
    final({ notifications: notifications.slice(1) }),
  ],
  [
    'each event is one notification of each subscription',
    'an event with two',
    final({ notifications: [...notifications, { ...notifications[0]!, id: 'whn_again' }] }),
  ],
  [
    'each event is one notification of each subscription',
    'a second subscription without any',
    final({ subscriptions: { [SUBSCRIPTION]: CLIENT, whs_2: CLIENT } }),
  ],
  [
    'every notification was received, signed',
    'one that is not sent',
    final({ notifications: notifications.map((one, i) => ({ ...one, isSent: i !== 3 })) }),
  ],
  [
    'every notification was received, signed',
    'one that was not received',
    final({ receipts: receipts.slice(1) }),
  ],
  [
    'every notification was received, signed',
    'one with a wrong signature',
    final({ receipts: [...receipts, { ...receipts[0]!, isSigned: false }] }),
  ],
  [
    'what was received is a notification',
    'one that nobody knows',
    final({ receipts: [...receipts, { ...receipts[0]!, id: 'whn_x', entity: 'x' }] }),
  ],
  [
    'notifications of a record arrive in its order',
    'a later one first',
    final({ receipts: [...receipts].reverse() }),
  ],
];

describe('the checker', () => {
  it('finds nothing in a correct history', () => expect(check(correct)).toEqual([]));

  it.each(planted)('%s: finds %s', (rule, _, history) => {
    const found = check(history).filter((violation) => violation.rule === rule);
    expect(found).not.toEqual([]);
    expect(found.every(({ what }) => what.length > 0)).toBe(true);
  });

  it('has a planted violation of each rule', () =>
    expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(Object.keys(rules))));
});
