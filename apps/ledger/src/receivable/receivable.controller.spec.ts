import { TestClock, effectOf } from '@corridor/testing';
import { Books, accountant, clientOf } from '../books/books.fixture.js';

/** Costs that staff record for a conversion. */
const conversionId = `con_${'1'.padStart(26, '0')}`;
const blue = clientOf(1);
const finance = { ...accountant, permissions: ['receivables:read', 'receivables:write'] as never[] };
let books: Books;
beforeAll(async () => {
  books = await Books.open(new TestClock());
  for (const client of [blue, clientOf(2)])
    for (const ccyCode of ['GBP', 'EUR', 'USD']) {
      const as = { ...client, permissions: ['wallets:write'] as never[] };
      await books.ledger.post('/v1/wallets', { ccyCode }, { as });
    }
  await books.fund(blue, 'GBP', 20_000n);
  const exchange = [
    ['wallet', 'GBP', -10_000n],
    ['fx_position', 'GBP', 10_000n],
    ['fx_position', 'EUR', -11_520n],
    ['wallet', 'EUR', 11_520n],
  ] as const;
  const details = { description: 'Conversion of GBP 100.00 to EUR 115.20' };
  await books.transfer(blue, exchange, {
    ...{ transferId: conversionId, action: 'CONVERSION' },
    relatedEntity: { id: conversionId, type: 'CONVERSION', reference: 'CON-1', details },
  });
});
afterAll(() => books.ledger.close());

const record = (ccyCode: string, amount: number, more: object = {}) => {
  const body = {
    clientId: blue.client.id,
    ccyCode,
    amount,
    conversionId,
    reference: 'CON-1',
    reason: 'Amended',
  };
  return books.ledger.post('/operator/v1/receivables', { ...body, ...more }, { as: finance });
};

test.each([
  ['USD', 1, {}, '#/ccyCode', 'Must be a currency of the conversion: EUR or GBP.'],
  ['EUR', 115.21, {}, '#/amount', 'Must be at most EUR 115.20, the amount of the conversion.'],
  ['GBP', 100.01, {}, '#/amount', 'Must be at most GBP 100.00, the amount of the conversion.'],
  ['EUR', 1, { clientId: clientOf(2).client.id }, '#/conversionId', 'Must be a conversion of the client.'],
])('%s %d are not costs of the exchanged conversion: %j', async (ccyCode, amount, more, pointer, detail) => {
  const { status, problem } = await record(ccyCode, amount, more);
  expect([status, problem?.code]).toEqual([400, 'invalid_request']);
  expect(problem?.['errors']).toMatchObject([{ pointer, detail }]);
});

test('they are recorded up to its amount, and without one while nothing is exchanged', async () => {
  expect((await record('EUR', 115.2)).status).toBe(200);
  expect((await record('GBP', 100)).status).toBe(200);
  const later = { conversionId: `con_${'2'.padStart(26, '0')}` };
  expect((await record('USD', 500, later)).status).toBe(200);
});

test('the second person reads which conversion the ledger does not know', async () => {
  const { approved: _, ...alone } = finance;
  const gateway = await Books.open(new TestClock(), { database: books.ledger.db, hasStandIns: true });
  const owed = { clientId: blue.client.id, ccyCode: 'EUR', amount: 1, reference: 'CON-1', reason: 'Amended' };
  const effects: string[] = [];
  for (const one of [conversionId, `con_${'3'.padStart(26, '0')}`]) {
    const body = { ...owed, conversionId: one };
    effects.push(effectOf(await gateway.ledger.post('/operator/v1/receivables', body, { as: alone })));
  }
  await gateway.ledger.close();
  const what = `“${blue.client.name}” owes EUR 1.00 for “CON-1”: “Amended”`;
  const unknown = `Nothing was exchanged for con_${'3'.padStart(26, '0')} yet: whose it is, is not checked.`;
  expect(effects).toEqual([what, `${what} ${unknown}`]);
});
