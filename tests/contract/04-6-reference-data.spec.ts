import { Api, type Reply } from '../support/api.js';
import { instructionFor } from '../support/instruction.js';
import { fundedClient, newClient, url } from '../support/system.js';

/** interface-spec 2.10, 2.11, 4.3 and 4.6: reference data is consistent with the accepted requests. */

let api: Api;
let beneficiaryId: string;
let currencies: { code: string; canBuy: boolean; canSell: boolean }[];
beforeAll(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 1 }));
  currencies = (await api.get('/v1/reference-data/currencies')).body.data;
});

const instruct = (more: object) => api.post('/v1/payment-instructions', instructionFor(beneficiaryId, more));
/** With a separate client, because all currencies together exceed the rate limit. */
let trader: Awaited<ReturnType<typeof fundedClient>>;
beforeAll(async () => (trader = await fundedClient({ GBP: 1 })));
const trade = (more: object) =>
  trader.api.post('/v1/payment-instructions', instructionFor(trader.beneficiaryId, more));
const refusal = ({ body }: Reply): string => body.code ?? 'accepted';
const inGroups = <Item>(items: Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / 10) }, (_, n) => items.slice(n * 10, n * 10 + 10));

/** The currencies for which an instruction is refused because of the currency. */
async function refusedFor(code: string, more: (ccyCode: string) => object): Promise<string[]> {
  const refused: string[] = [];
  for (const group of inGroups(currencies))
    await Promise.all(
      group.map(async (currency) => {
        if (refusal(await trade(more(currency.code))) === code) refused.push(currency.code);
      }),
    );
  return refused.sort();
}

it.each([
  'currencies',
  'countries',
  'calendars?ccyCode=EUR',
  'payment-instructions/payment-dates?SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=2020-01-01',
])('%s requires authentication, but no permission', async (path) => {
  const { api: mayLittle } = await newClient(['wallets:read']);
  expect((await new Api(url, {}).get(`/v1/reference-data/${path}`)).status).toBe(401);
  expect((await mayLittle.get(`/v1/reference-data/${path}`)).status).toBe(200);
});

it('a currency can be sold exactly if the reference data says so', async () => {
  const refused = await refusedFor('currency_not_sellable', (sellCcyCode) => ({ sellCcyCode }));
  expect(refused).toEqual(currencies.filter(({ canSell }) => !canSell).map(({ code }) => code));
  expect(currencies.filter(({ canSell }) => canSell).length).toBeGreaterThanOrEqual(30);
});

it('a currency can be bought exactly if the reference data says so', async () => {
  const refused = await refusedFor('currency_not_buyable', (buyCcyCode) => ({ buyCcyCode }));
  expect(refused).toEqual(currencies.filter(({ canBuy }) => !canBuy).map(({ code }) => code));
});

it('every country can be that of a beneficiary', async () => {
  const { data } = (await api.get('/v1/reference-data/countries')).body;
  expect(data).toHaveLength(249);
  expect(data.find(({ code }: { code: string }) => code === 'JP')).toEqual({
    code: 'JP',
    name: 'Japan',
    longCode: 'JPN',
  });
});

describe('payment dates', () => {
  const dates = async (SellCcyCode: string, BuyCcyCode: string, PaymentDate: string) => {
    const query = new URLSearchParams({ SellCcyCode, BuyCcyCode, PaymentDate });
    return api.get(`/v1/reference-data/payment-instructions/payment-dates?${query}`);
  };
  const today = new Date().toISOString().slice(0, 10);
  const nextChristmas = `${Number(today.slice(0, 4)) + (today > `${today.slice(0, 4)}-12-25` ? 1 : 0)}-12-25`;

  it('explain every date that is not available', async () => {
    const { body } = await dates('GBP', 'EUR', today);
    const { firstAvailableDate, lastAvailableDate, unavailableDates } = body.data;
    expect(Object.keys(unavailableDates)).not.toContain(firstAvailableDate);
    expect(Object.keys(unavailableDates)).not.toContain(lastAvailableDate);
    expect(Object.keys(unavailableDates)).toEqual(Object.keys(unavailableDates).sort());
    expect(Object.values(unavailableDates)).toEqual(
      expect.arrayContaining(['Saturday', 'Sunday', 'Good Friday (TARGET)', 'Thanksgiving Day (Fedwire)']),
    );
  });

  it('exclude Christmas Day, for any two western currencies', async () => {
    for (const [sell, buy] of ['GBP EUR', 'USD CAD', 'EUR USD', 'CHF GBP'].map((pair) => pair.split(' '))) {
      const { status, body } = await dates(sell ?? '', buy ?? '', nextChristmas);
      expect([status, body.data.firstAvailableDate > nextChristmas]).toEqual([200, true]);
      expect(body.data.unavailableDates[nextChristmas]).toMatch(/^(Saturday|Sunday|Christmas Day \(.+\))$/);
    }
  });

  it('a payment for a holiday is accepted, and its conversion settles when the payment is sent', async () => {
    const { body } = await instruct({ paymentDate: nextChristmas });
    const id = body.data.id as string;
    expect(body.data).toMatchObject({ paymentDate: nextChristmas, status: 'PENDING' });
    await api.post(`/v1/simulators/payment-instructions/${id}/acknowledge`);
    await api.post(`/v1/simulators/payment-instructions/${id}/fill`, {
      useIndicativeRateForActualRate: true,
    });
    const { linkedConversionId } = (await api.get(`/v1/payment-instructions/${id}`)).body.data;
    const conversion = (await api.get(`/v1/conversions/${linkedConversionId}`)).body.data;
    const { firstAvailableDate } = (await dates('GBP', 'EUR', nextChristmas)).body.data;
    expect(conversion.valueDate).toBe(firstAvailableDate);
    expect(conversion.fundByDate.slice(0, 10)).toBe(firstAvailableDate);
  });
});
