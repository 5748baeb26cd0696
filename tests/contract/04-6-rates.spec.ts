import { isDeepStrictEqual } from 'node:util';
import type { Api, Reply } from '../support/api.js';
import { instructionFor } from '../support/instruction.js';
import { fundedClient, newClient } from '../support/system.js';

/** interface-spec 2.9 and 4.6, decisions §2: live, indicative rates. */

let api: Api;
beforeAll(async () => {
  ({ api } = await newClient());
});

const rates = (ccyPairs: string): Promise<Reply> => api.get(`/v1/rates?ccyPairs=${ccyPairs}`);
const MAJORS = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'SEK', 'PLN', 'INR'];
const crosses = MAJORS.flatMap((base) => MAJORS.map((quote) => base + quote));

it('every pair of currencies has a rate, and the inverse pair is never better', async () => {
  const { body } = await rates(crosses.join());
  expect(body.meta).toMatchObject({ quotedCount: 100, notQuotedCount: 0, notQuoted: [] });
  const byPair = new Map<string, any>(body.data.map((row: any) => [row.ccyPair, row]));
  for (const pair of crosses) {
    const { baseCcy, quoteCcy, sellRate, buyRate } = byPair.get(pair);
    expect(baseCcy + quoteCcy).toBe(pair);
    const back = byPair.get(quoteCcy + baseCcy);
    if (baseCcy === quoteCcy) expect([sellRate, buyRate]).toEqual([1, 1]);
    else expect(sellRate).toBeLessThan(buyRate);
    expect(sellRate * back.sellRate).toBeLessThanOrEqual(1);
    expect(buyRate * back.buyRate).toBeGreaterThanOrEqual(1);
  }
});

it('a rate has at most six decimals that count', async () => {
  for (const { sellRate, buyRate } of (await rates(crosses.join())).body.data)
    for (const rate of [sellRate, buyRate] as number[]) {
      const decimals = rate.toFixed(12).replace(/0+$/, '').split('.')[1] ?? '';
      expect((rate < 1 ? decimals.replace(/^0+/, '') : decimals).length).toBeLessThanOrEqual(6);
    }
});

it('the indicative price is live: it is that of the rates at the same moment', async () => {
  const { api: client, beneficiaryId } = await fundedClient({});
  const read = async () => (await client.get('/v1/rates?ccyPairs=EURGBP')).body.data[0].buyRate;
  for (let sheets = 0; sheets < 3;) {
    const before = await read();
    const { body } = await client.post('/v1/payment-instructions', instructionFor(beneficiaryId));
    if (before !== (await read())) continue; // the rates have changed meanwhile
    expect(body.data.indicativePrice).toMatchObject({ ccyPair: 'EURGBP', rate: before });
    sheets++;
    while (before === (await read())) await new Promise((resolve) => setTimeout(resolve, 200));
  }
}, 60_000);

it('rates are live: they change within seconds', async () => {
  const before = await rates('EURUSD,GBPUSD,USDJPY');
  let after = before;
  while (isDeepStrictEqual(after.body.data, before.body.data)) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    after = await rates('EURUSD,GBPUSD,USDJPY');
  }
  expect(after.body.meta.timestamp > before.body.meta.timestamp).toBe(true);
});

it.each<[string, string[], string[]]>([
  ['EURUSD,EURXXX', ['EURUSD'], ['EURXXX']],
  ['XXXYYY', [], ['XXXYYY']],
  ['KPWKPW,EURKPW,EUREUR', ['EUREUR'], ['KPWKPW', 'EURKPW']],
  ['USDGBP,GBPUSD,USDGBP', ['USDGBP', 'GBPUSD'], []],
])('%s quotes %j, and not %j', async (requested, quoted, notQuoted) => {
  const { status, body } = await rates(requested);
  expect([status, body.data.map(({ ccyPair }: { ccyPair: string }) => ccyPair)]).toEqual([200, quoted]);
  expect(body.meta).toEqual({
    quotedCount: quoted.length,
    notQuotedCount: notQuoted.length,
    notQuoted,
    timestamp: expect.stringMatching(/Z$/),
  });
});

it.each(['', 'EUR', 'EURUS', 'eurusd', 'EURUSD,', 'EUR/USD', 'EURUSD,GBP', 'EURUSD GBPUSD'])(
  'a malformed pair is rejected: %j',
  async (requested) => {
    const { status, body } = await rates(encodeURIComponent(requested));
    expect([status, body.errors[0].code]).toEqual([400, 'invalid_currency_pair']);
  },
);

it('without pairs the request is rejected', async () => {
  const { status, body } = await api.get('/v1/rates');
  expect([status, body.errors[0]]).toMatchObject([400, { pointer: '?ccyPairs', code: 'required' }]);
});
