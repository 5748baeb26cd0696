import { cutOffsOf, executionDateOf } from './cut-offs.js';
import { railSettings } from './rail-settings.js';

const cutOffs = cutOffsOf('EUR=15:30 Europe/Berlin,USD=17:00 America/New_York,NZD=16:00 Pacific/Auckland');

test.each([
  // On the day, and a moment too late.
  ['EUR', '2026-11-23', '2026-11-23T14:30:00.000', '2026-11-23'],
  ['EUR', '2026-11-23', '2026-11-23T14:30:00.001', '2026-11-24'],
  ['USD', '2026-11-23', '2026-11-23T21:59:59.999', '2026-11-23'],
  ['USD', '2026-11-23', '2026-11-23T23:30:00.000', '2026-11-24'],
  // Before the day, also long before.
  ['EUR', '2026-11-24', '2026-11-23T23:59:00.000', '2026-11-24'],
  ['EUR', '2026-12-01', '2026-11-02T09:00:00.000', '2026-12-01'],
  // Over a weekend, a holiday of one currency, and Easter.
  ['EUR', '2026-11-20', '2026-11-20T15:00:00.000', '2026-11-23'],
  ['USD', '2026-11-25', '2026-11-25T22:30:00.000', '2026-11-27'],
  ['EUR', '2026-11-25', '2026-11-25T22:30:00.000', '2026-11-26'],
  ['EUR', '2027-03-25', '2027-03-25T15:00:00.000', '2027-03-30'],
  // It was to leave on a closed day.
  ['EUR', '2026-11-21', '2026-11-21T09:00:00.000', '2026-11-23'],
  // The same time of day before and after the clocks change, on 25 October in Europe and on 1 November in America.
  ['EUR', '2026-10-23', '2026-10-23T13:45:00.000', '2026-10-26'],
  ['EUR', '2026-10-26', '2026-10-26T13:45:00.000', '2026-10-26'],
  ['USD', '2026-10-30', '2026-10-30T21:15:00.000', '2026-11-02'],
  ['USD', '2026-11-02', '2026-11-02T21:15:00.000', '2026-11-02'],
  // It is tomorrow where the bank is.
  ['NZD', '2026-11-23', '2026-11-23T03:30:00.000', '2026-11-24'],
  ['NZD', '2026-11-23', '2026-11-23T12:00:00.000', '2026-11-24'],
  // The bank was away for weeks.
  ['EUR', '2026-09-01', '2026-11-23T09:00:00.000', '2026-11-23'],
  // The bank decides.
  ['GBP', '2026-11-20', '2026-11-23T23:00:00.000', '2026-11-20'],
])('%s of %s, handed over on %s, is executed on %s', (ccyCode, valueDate, now, expected) => {
  expect(executionDateOf({ amount: { ccyCode, value: 1 }, valueDate }, cutOffs, now)).toBe(expected);
});

const example =
  'RAIL_CUT_OFFS must be times of day such as EUR=15:30 Europe/Berlin, separated by commas, not';
test.each([
  ['EUR=15:30', `${example} "EUR=15:30"`],
  ['EUR=24:00 Europe/Berlin', `${example} "EUR=24:00 Europe/Berlin"`],
  ['EUR=15:30 Europe/Atlantis', `${example} "EUR=15:30 Europe/Atlantis"`],
  ['XXX=15:30 Europe/Berlin', `${example} "XXX=15:30 Europe/Berlin"`],
  ['GBP=15:30 UTC,GBP=16:00 UTC', 'RAIL_CUT_OFFS must name each currency once, not GBP again'],
  ['USD=17:00 America/New_York', 'RAIL_CUT_OFFS has USD, and RAIL_ACCOUNTS has no account in it'],
  ['GBP=15:30 Europe/London', null],
  ['', null],
])('RAIL_CUT_OFFS=%s', (given, expected) => {
  const errors = railSettings.errors({
    ...{ RAIL: 'iso20022', BANK_BIC: 'CORRGB2LXXX', RAIL_FOLDER: '/tmp', RAIL_HOLDER: 'Corridor' },
    ...{ RAIL_ACCOUNTS: 'GBP=GB33BUKB20201555555555', RAIL_CUT_OFFS: given },
  });
  expect(errors).toEqual(expected === null ? [] : [expected]);
});
