import { changesBetween } from './changes.js';

const amount = { ccyCode: 'EUR', value: 100 };
const created = { id: 'pmt_1', status: 'DRAFT', fee: null, amount, statusHistory: [{ status: 'DRAFT' }] };

test('what is the same is left out, whoever has made the version', () =>
  expect(
    changesBetween(
      { ...created, auditHistory: { version: 1 } },
      { ...structuredClone(created), auditHistory: { version: 2 } },
    ),
  ).toEqual([]));

test('fields, parts of fields and entries of lists that changed, came or went', () => {
  const sent = {
    ...{ id: 'pmt_1', status: 'SENT', fee: { ccyCode: 'EUR', value: 1 }, amount: { ...amount, value: 99 } },
    statusHistory: [...created.statusHistory, { status: 'SENT' }],
  };
  const there = [
    { field: 'status', before: 'DRAFT', after: 'SENT' },
    { field: 'fee.ccyCode', before: null, after: 'EUR' },
    { field: 'fee.value', before: null, after: 1 },
    { field: 'amount.value', before: 100, after: 99 },
    { field: 'statusHistory[1].status', before: null, after: 'SENT' },
  ];
  expect(changesBetween(created, sent)).toEqual(there);
  expect(changesBetween(sent, created)).toHaveLength(there.length);
});
