import type { QuoteResource } from '@corridor/conversions-contract';
import type { Caller } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { ConversionsModule } from '../conversions.module.js';
import { service } from '../service.js';
import { QuoteExpiry } from './quote-expiry.js';
import { QuoteRetention, expiredQuotes } from './quote-retention.js';
import { VALID_MS } from './quote.js';

const DAY_MS = 86_400_000;
const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z'));
const caller: Caller = { ...testCaller, permissions: ['conversions:read', 'conversions:write'] };
let conversions: TestService;
beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller });
});
afterAll(() => conversions.close());

const body = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: 100 };
const quoted = async () => (await conversions.post('quotes', body)).data as QuoteResource;
const found = async (q = '') => {
  const { data, meta } = await conversions.get(`quotes?sortBy=id:ASC&q=${encodeURIComponent(q)}`);
  expect(meta?.['totalCount']).toBe(data.length);
  return (data as QuoteResource[]).map(({ id }) => id);
};
const expire = () => conversions.app.get(QuoteExpiry).turn();
const remove = () => conversions.app.get(QuoteRetention).turn();

it('expired quotes are kept for the configured days, and used ones for ever', async () => {
  const expired = await quoted();
  clock.advance(1);
  const used = await quoted();
  const conversion = await conversions.post('conversions', { ...body, quoteId: used.id });
  clock.advance(VALID_MS);
  await expire();
  const late = await quoted();
  clock.advance(90 * DAY_MS - VALID_MS - 1);
  await expire();
  await remove();
  expect(await found()).toEqual([expired.id, used.id, late.id]);
  clock.advance(VALID_MS);
  await remove();
  expect(await found()).toEqual([used.id, late.id]);
  expect(await found('status == "EXPIRED"')).toEqual([late.id]);
  expect((await conversions.get(`quotes/${expired.id}`)).status).toBe(404);
  const { problem } = await conversions.post('conversions', { ...body, quoteId: expired.id });
  expect(problem?.code).toBe('quote_expired');
  clock.advance(900 * DAY_MS);
  await remove();
  expect(await found()).toEqual([used.id]);
  expect((await conversions.get(`conversions/${conversion.data.id}`)).status).toBe(200);
});

it('reads the oldest by an index', async () => {
  const { text, values } = expiredQuotes(clock, 90).batch(1);
  const rows = await conversions.db.database.transaction(async (sql) => {
    await sql.query('SET LOCAL enable_seqscan = off', []);
    return sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values]);
  });
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('quote_expired');
});
