import type { Api, Reply } from '../support/api.js';
import { clientWithRecords, read } from '../support/records.js';

/** interface-spec 4.1: the table of operators by type, in both forms, on every collection's own fields. */

const types = ['Id', 'String', 'Number', 'Boolean', 'Date', 'Enum'] as const;
const operators = `
  Equals              ==   yes yes yes yes yes yes
  DoesNotEqual        !=   no  yes yes yes yes yes
  GreaterThan         >    no  no  yes no  yes no
  GreaterThanOrEqual  >=   no  no  yes no  yes no
  LessThan            <    no  no  yes no  yes no
  LessThanOrEqual     <=   no  no  yes no  yes no
  Contains            ~    no  yes no  no  no  no
  DoesNotContain      !~   no  yes no  no  no  no
  StartsWith          ^=   no  yes no  no  no  no
  EndsWith            $=   no  yes no  no  no  no
  Before              <d   no  no  no  no  yes no
  OnOrBefore          <=d  no  no  no  no  yes no
  After               >d   no  no  no  no  yes no
  OnOrAfter           >=d  no  no  no  no  yes no
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .map(([name = '', symbol = '', ...allowed]) => ({
    name,
    symbol,
    allowed: allowed.map((one) => one === 'yes'),
  }));

/** A field of each type, and a value that it can have. */
const fields: Record<(typeof types)[number], [collection: string, field: string, value: string]> = {
  Id: ['payment-instructions', 'id', 'pi_00000000000000000000000000'],
  String: ['payment-instructions', 'narrative', 'Invoice'],
  Number: ['payment-instructions', 'amount', '100'],
  Boolean: ['wallets', 'isFavourite', 'false'],
  Date: ['payment-instructions', 'paymentDate', '2026-11-21'],
  Enum: ['payment-instructions', 'status', 'SENT'],
};

let api: Api;
beforeAll(async () => {
  ({ api } = await clientWithRecords());
});

const byQuery = (collection: string, q: string) => api.get(`/v1/${collection}?q=${encodeURIComponent(q)}`);
const byBody = (collection: string, query: unknown, more: object = {}) =>
  api.post(`/v1/${collection}/search`, { query, ...more }, { key: null });
const count = ({ status, body }: Reply) => (status === 200 ? (body.meta.totalCount as number) : status);

describe.each(operators)('$name ($symbol)', ({ name, symbol, allowed }) => {
  it.each(types.map((type, i) => [type, allowed[i] ? 200 : 400] as const))(
    'of %s: %i',
    async (type, expected) => {
      const [collection, field, value] = fields[type];
      const requested = await byQuery(collection, `${field} ${symbol} "${value}"`);
      const posted = await byBody(collection, { field, operator: name, value });
      expect([requested.status, posted.status]).toEqual([expected, expected]);
      if (expected === 200) expect(posted.body.data).toEqual(requested.body.data);
      else expect(requested.body.errors[0]).toMatchObject({ pointer: '?q', position: expect.any(Number) });
    },
  );
});

describe('a search', () => {
  it.each<[string, string, number]>([
    ['payment-instructions', 'status == "SENT"', 1],
    ['payment-instructions', 'status != "SENT"', 0],
    ['payment-instructions', 'STATUS == "SENT"', 1],
    ['payment-instructions', 'narrative ~ "VOICE"', 1],
    ['payment-instructions', 'narrative == "invoice 42"', 0],
    ['payment-instructions', 'AND(amount > "99.99",amount <= "100")', 1],
    ['payment-instructions', 'OR(amount < "1",AND(status == "SENT",fixedSide == "BUY"))', 1],
    ['payment-instructions', 'beneficiary.bankCountryCode == "DE"', 1],
    ['payment-instructions', 'statusHistory.status == "FILLED"', 1],
    ['wallets', 'balance.value >= "0"', 2],
    ['wallets', 'collectionAccounts.ccyCode == "GBP"', 1],
    ['transactions', 'direction == "DEBIT"', 2],
    ['wallets/EUR/transactions', 'direction == "DEBIT"', 1],
    ['beneficiaries', 'Address.CountryCode == "DE"', 1],
    ['conversions', 'payments.status == "SENT"', 1],
    ['payments', 'swiftSubmission.format == "MT103"', 1],
    ['inbound-funds', 'amount.ccyCode == "GBP"', 1],
    ['beneficiaries', 'company.name ~ "%"', 0],
    ['webhook-subscriptions', 'targetPlatform ^= "erp"', 1],
    ['webhook-subscriptions', 'events == "payment.cancelled"', 1],
    ['webhook-subscriptions', 'isActive == "false"', 0],
    ['webhook-notifications', 'eventType == "ping"', 1],
    ['webhook-notifications', 'AND(payload.message == "hello",createdOn > "2026-01-01")', 1],
    ['webhook-notifications', 'attemptCount > "99"', 0],
    ['webhook-notifications', 'clonedFromNotificationId == "whn_1"', 0],
  ])('of %s for %s finds %i', async (collection, q, expected) =>
    expect(count(await byQuery(collection, q))).toBe(expected),
  );

  it.each([
    'x == "1"',
    'status = "SENT"',
    'status == SENT',
    'status == "SENT',
    'AND(status == "SENT"',
    'AND()',
    'status == "UNKNOWN"',
    'amount == "much"',
    'paymentDate == "2026-02-30"',
    'status == "SENT" or amount > "1"',
  ])('is refused with the location of the issue: %s', async (q) => {
    const { status, body } = await byQuery('payment-instructions', q);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors[0]).toMatchObject({
      pointer: '?q',
      position: expect.any(Number),
      detail: expect.any(String),
    });
  });

  it('echoes the query, and returns every record once over all pages, in either form', async () => {
    const { body } = await api.get(
      '/v1/transactions?q=amount.value%3E%220%22&sortBy=amount.value:DESC&limit=2',
    );
    expect(body.meta).toMatchObject({
      query: 'amount.value > "0"',
      sortBy: ['amount.value:DESC'],
      offset: 0,
      limit: 2,
      count: 2,
    });
    const all: string[] = (await read(api, 'transactions?limit=1000')).map(({ id }: { id: string }) => id);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await byBody('transactions', null, { limit: 2, ...(cursor && { cursor }) });
      paged.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.meta.nextCursor as string | null;
    } while (cursor);
    expect(paged).toEqual(all);
    expect((await api.get('/v1/transactions')).body.meta.query).toBe('[None]');
  });
});
