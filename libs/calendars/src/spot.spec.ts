import { spotDate } from './spot.js';

test.each([
  ['EURUSD', '2026-11-05', '2026-11-09', 'two days on, over a weekend'],
  ['GBPUSD', '2026-11-21', '2026-11-24', 'traded on a Saturday'],
  ['EURUSD', '2026-11-10', '2026-11-12', 'New York is closed on the first day: it counts all the same'],
  ['USDEUR', '2026-11-10', '2026-11-12', 'whichever of the two is sold'],
  ['EURUSD', '2026-11-09', '2026-11-12', 'New York is closed on the second day: it does not settle'],
  ['USDMXN', '2026-11-10', '2026-11-13', 'for Latin America a holiday of New York does not count'],
  ['GBPUSD', '2026-08-28', '2026-09-02', 'London is closed on the first day: it does not count'],
  ['EURGBP', '2026-11-24', '2026-11-27', 'Thanksgiving: a cross settles where the dollar does'],
  ['EURGBP', '2026-11-25', '2026-11-27', 'on the way a cross does not heed the dollar'],
  ['EURUSD', '2027-03-25', '2027-03-31', 'Good Friday and Easter Monday of TARGET'],
  ['USDCAD', '2026-11-09', '2026-11-10', 'one day on for the Canadian dollar'],
  ['USDCAD', '2026-11-10', '2026-11-12', 'both countries remember on the 11th'],
  ['USDTRY', '2026-11-09', '2026-11-10', 'one day on for the lira'],
  ['USDPHP', '2026-11-09', '2026-11-10', 'one day on for the peso of the Philippines'],
  ['EURCAD', '2026-11-16', '2026-11-18', 'a cross with another currency is two days on'],
  ['USDUSD', '2026-11-16', '2026-11-18', 'within one currency'],
])('%s traded on %s settles on %s: %s', (pair, traded, spot) => {
  const currencies = { sellCcyCode: pair.slice(0, 3), buyCcyCode: pair.slice(3) };
  expect(spotDate(currencies, traded)).toBe(spot);
});
