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
