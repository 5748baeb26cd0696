import { type ClientClockBody, requestedTime } from './client-clock.body.js';

const nothing: ClientClockBody = {
  instant: null,
  date: null,
  advanceTo: null,
  ccyCode: null,
  toCcyCode: null,
};
const day = { advanceTo: 'NEXT_BUSINESS_DAY' } as const;

test.each([
  ['an instant', { instant: '2026-12-31T23:59:59.999' }, '2026-11-20', '2026-12-31T23:59:59.999'],
  ['the start of a date', { date: '2028-02-29' }, '2026-11-20', '2028-02-29T00:00:00.000'],
  ['the day after', day, '2026-11-19', '2026-11-20T00:00:00.000'],
  ['over a weekend', day, '2026-11-20', '2026-11-23T00:00:00.000'],
  ['from a Sunday', day, '2026-11-22', '2026-11-23T00:00:00.000'],
  ['over the end of a month', day, '2026-11-30', '2026-12-01T00:00:00.000'],
  ['over the end of a year', day, '2026-12-31', '2027-01-01T00:00:00.000'],
  ['over the end of a February', day, '2027-02-26', '2027-03-01T00:00:00.000'],
  ['over Christmas in pounds', { ...day, ccyCode: 'GBP' }, '2026-12-24', '2026-12-29T00:00:00.000'],
  ['over Christmas in euros', { ...day, ccyCode: 'EUR' }, '2026-12-24', '2026-12-28T00:00:00.000'],
  ['over Thanksgiving in dollars', { ...day, ccyCode: 'USD' }, '2026-11-25', '2026-11-27T00:00:00.000'],
  [
    'over Thanksgiving for a cross, which needs the dollar',
    { ...day, ccyCode: 'GBP', toCcyCode: 'EUR' },
    '2026-11-25',
    '2026-11-27T00:00:00.000',
  ],
])('%s', (_, sent, today, to) =>
  expect(requestedTime({ ...nothing, ...sent }, `${today}T23:30:00.000`)).toBe(to),
);
