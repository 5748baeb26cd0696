import { feed } from './feed.fixture.js';
import { feedOf } from './feed-document.js';

const options = { now: '2026-11-20T09:30:00.000', maxAgeMs: 60_000 };
const time = '2026-11-20T09:29:59.500Z';
const usd = { pair: 'EURUSD', bid: 1.1577, ask: '1.1591', time };
const withRow = (row: unknown) => JSON.stringify({ quotes: [row] });

describe('a document of a feed', () => {
  it('has bids and asks, with the time of each and its end', () => {
    expect(feedOf(withRow(usd), options)).toEqual({
      quotes: [
        {
          ...{ base: 'EUR', quote: 'USD', bid: '1.1577', mid: '1.1584', ask: '1.1591' },
          quotedOn: '2026-11-20T09:29:59.500',
          validUntil: '2026-11-20T09:30:59.500',
        },
      ],
      unknown: [],
    });
    expect(feedOf(feed(time), options).quotes).toHaveLength(29);
  });

  it('omits unknown currencies and reports them', () => {
    const text = JSON.stringify({ quotes: [usd, { ...usd, pair: 'EURZZZ' }], more: true });
    expect(feedOf(text, options)).toMatchObject({ quotes: [{ quote: 'USD' }], unknown: ['EURZZZ'] });
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /no JSON/],
    ['half a document', feed(time).slice(0, 100), /no JSON/],
    ['a page', '<html/>', /no JSON/],
    ['null', 'null', /no list/],
    ['a list', '[]', /no list/],
    ['an object for the list', '{"quotes":{}}', /no list/],
    ['no quotes', '{"quotes":[]}', /no rate/],
    ['only unknown currencies', withRow({ ...usd, pair: 'EURZZZ' }), /no rate/],
    ['null for a quote', withRow(null), /no pair/],
    ['a pair twice', JSON.stringify({ quotes: [usd, usd] }), /twice/],
    ['a pair without EUR', withRow({ ...usd, pair: 'GBPUSD' }), /no pair/],
    ['a pair against the market order', withRow({ ...usd, pair: 'USDEUR' }), /no pair/],
    ['EUR itself', withRow({ ...usd, pair: 'EUREUR' }), /no pair/],
    ['a name of the language', withRow({ ...usd, pair: '__proto__' }), /no pair/],
    ['no bid', withRow({ ...usd, bid: undefined }), /nothing is no rate of EURUSD/],
    ['a bid of zero', withRow({ ...usd, bid: 0 }), /no rate/],
    ['a negative bid', withRow({ ...usd, bid: '-1.1' }), /no rate/],
    ['an exponent', withRow({ ...usd, bid: '1e1' }), /no rate/],
    ['a word', withRow({ ...usd, ask: 'N/A' }), /no rate/],
    ['a bid above the ask', withRow({ ...usd, bid: 1.16 }), /above its ask/],
    ['a spread of a quarter', withRow({ ...usd, ask: 1.45 }), /spread/],
    ['no time', withRow({ ...usd, time: undefined }), /no time/],
    ['a number for the time', withRow({ ...usd, time: 1_795_000_000 }), /no time/],
    ['a time of the future', withRow({ ...usd, time: '2026-11-20T09:30:05.001Z' }), /has not come/],
  ])('is rejected as a whole: %s', (_, text, reason) => expect(() => feedOf(text, options)).toThrow(reason));

  it('reads a time of any zone', () => {
    const [quote] = feedOf(withRow({ ...usd, time: '2026-11-20T10:29:59+01:00' }), options).quotes;
    expect(quote?.quotedOn).toBe('2026-11-20T09:29:59.000');
  });
});
