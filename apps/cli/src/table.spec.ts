import { fields } from './table.js';

test('a list of a record is a table if it fits whole, and events are told by their summaries', () => {
  const summary = 'EUR 70.00 was debited from the EUR wallet, which has EUR 29229.00 now.';
  const event = {
    id: 'pmt_1/1',
    occurredOn: '2026-11-24',
    service: 'ledger',
    summary,
    postings: [{ a: {} }],
  };
  const lines = [
    { kind: 'wallet', debit: 0, credit: 29.5, by: { id: 'stf_1', name: 'Ines' } },
    { kind: 'fx_position', debit: 29.5, credit: 0, by: null },
  ];
  const currencies = [{ ccyCode: 'EUR', lines, debit: 29.5 }];
  const data = {
    id: 'x',
    none: [],
    currencies,
    events: [{ ...event, actor: { name: 'Bo', type: 'STAFF' } }],
  };
  expect(fields(data, 40)).toBe(`id                    x
none                  -
currencies.0.ccyCode  EUR

currencies.0.lines
kind         debit  credit  by
wallet       0      29.5    Ines
fx_position  29.5   0       -

currencies.0.debit    29.5

events
occurredOn  service  summary                                                                 actor
2026-11-24  ledger   ${summary}  Bo
`);
  expect(fields(data, 30)).toContain('currencies.0.lines.1.kind     fx_position\n');
  expect(fields({ only: [{ a: 1 }], mixed: [1, { a: [2] }] }, 30)).toBe(
    'only\na\n1\n\nmixed.0    1\nmixed.1.a  2\n',
  );
});

test('the transactions of a statement are a table', () => {
  const amount = (value: number) => ({ ccyCode: 'EUR', value });
  const booked = { completedOn: '2026-11-24T09:00:00.000', relatedEntity: { id: 'if_1', details: {} } };
  const credit = { ...booked, id: 'txn_1', signedAmount: amount(100), balance: amount(100), reason: null };
  const debit = { ...booked, id: 'txn_2', signedAmount: amount(-2.5), balance: amount(97.5), reason: 'Rent' };
  const transactions = [
    { ...credit, triggeredByAction: 'INBOUND_FUNDS' },
    { ...debit, triggeredByAction: 'PAYMENT' },
  ];
  expect(fields({ count: 2, transactions }, 80)).toBe(`count  2

transactions
completedOn              signedAmount  balance     triggeredByAction  reason  id
2026-11-24T09:00:00.000  EUR 100.00    EUR 100.00  INBOUND_FUNDS      -       txn_1
2026-11-24T09:00:00.000  EUR -2.50     EUR 97.50   PAYMENT            Rent    txn_2
`);
});
