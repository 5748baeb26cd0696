import type { Api, Reply } from '../support/api.js';
import { instructionFor } from '../support/instruction.js';
import { fundedClient, newClient } from '../support/system.js';

/** The rules that interface-spec 4.3 states for the body of a payment instruction, each one, and the limits of section 8. */

let api: Api;
let beneficiaryId: string;
beforeAll(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 1 }));
});

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
/** The same day of the next year, which the 29th of February has not. */
const inTwelveMonths = (more = 0) => {
  const [year = 0, month = 1, day = 1] = days(0).split('-').map(Number);
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate();
  return new Date(Date.UTC(year + 1, month - 1, Math.min(day, last) + more)).toISOString().slice(0, 10);
};
const create = (more: object) => api.post('/v1/payment-instructions', instructionFor(beneficiaryId, more));
const outcome = ({ status, body }: Reply) =>
  status === 200
    ? 200
    : (body.errors?.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`) ?? body.code);
const PRIORITY = { paymentType: 'PRIORITY', chargeType: 'SHARED' };

it.each<[string, object, unknown]>([
  ['sellCcyCode is required', { sellCcyCode: undefined }, ['#/sellCcyCode required']],
  ['sellCcyCode is no null', { sellCcyCode: null }, ['#/sellCcyCode required']],
  ['sellCcyCode is an ISO code', { sellCcyCode: 'GBX' }, ['#/sellCcyCode unknown_currency']],
  ['sellCcyCode is in upper case', { sellCcyCode: 'gbp' }, ['#/sellCcyCode unknown_currency']],
  ['buyCcyCode is required', { buyCcyCode: undefined }, ['#/buyCcyCode required']],
  ['buyCcyCode is an ISO code', { buyCcyCode: 'EURO' }, ['#/buyCcyCode unknown_currency']],
  ['fixedSide is required', { fixedSide: undefined }, ['#/fixedSide required']],
  ['fixedSide is BUY', { fixedSide: 'BUY' }, 200],
  ['fixedSide is SELL', { fixedSide: 'SELL' }, 200],
  ['fixedSide is nothing else', { fixedSide: 'sell' }, ['#/fixedSide not_allowed']],
  ['amount is required', { amount: undefined }, ['#/amount required']],
  ['amount is a number', { amount: '100' }, ['#/amount not_a_number']],
  ['amount is above zero', { amount: 0.01 }, 200],
  ['amount is not zero', { amount: 0 }, ['#/amount not_positive']],
  ['amount is not negative', { amount: -1 }, ['#/amount not_positive']],
  ['beneficiaryId is required', { beneficiaryId: undefined }, ['#/beneficiaryId required']],
  ['beneficiaryId begins with ben_', { beneficiaryId: 'bss_1' }, ['#/beneficiaryId not_an_id']],
  ['beneficiaryId is more than ben_', { beneficiaryId: 'ben_' }, ['#/beneficiaryId not_an_id']],
  ['beneficiaryId exists', { beneficiaryId: 'ben_00000000000000000000000000' }, ['#/beneficiaryId unknown']],
  ['paymentDate is required', { paymentDate: undefined }, ['#/paymentDate required']],
  ['paymentDate is of the calendar', { paymentDate: '2027-02-29' }, ['#/paymentDate not_a_date']],
  [
    'paymentDate is a date without time',
    { paymentDate: `${days(1)}T00:00:00` },
    ['#/paymentDate not_a_date'],
  ],
  ['paymentDate may be today', { paymentDate: days(0) }, 200],
  ['paymentDate may be later', { paymentDate: days(30) }, 200],
  ['paymentDate may be a weekend', { paymentDate: '2027-05-01' }, 200],
  ['paymentDate is not past', { paymentDate: days(-1) }, ['#/paymentDate in_the_past']],
  ['paymentDate may be in 12 months', { paymentDate: inTwelveMonths() }, 200],
  ['paymentDate is not later', { paymentDate: inTwelveMonths(1) }, ['#/paymentDate too_late']],
  ['paymentType is required in the sandbox', { paymentType: undefined }, ['#/paymentType required']],
  ['paymentType is no null in the sandbox', { paymentType: null }, ['#/paymentType required']],
  ['paymentType is one of two', { paymentType: 'SWIFT' }, ['#/paymentType not_allowed']],
  ['chargeType is required for PRIORITY', { paymentType: 'PRIORITY' }, ['#/chargeType required']],
  ['chargeType SHARED for PRIORITY', PRIORITY, 200],
  ['chargeType OURS for PRIORITY', { ...PRIORITY, chargeType: 'OURS' }, 200],
  ['chargeType is one of two', { ...PRIORITY, chargeType: 'BEN' }, ['#/chargeType not_allowed']],
  ['chargeType is omitted for REGULAR', { chargeType: 'SHARED' }, ['#/chargeType not_allowed']],
  ['chargeType null is omitted', { chargeType: null }, 200],
  ['narrative is required', { narrative: undefined }, ['#/narrative required']],
  ['narrative is not empty', { narrative: '' }, ['#/narrative too_short']],
  ['narrative is not blank', { narrative: ' \t' }, ['#/narrative blank']],
  ['narrative has 512 characters', { narrative: 'é'.repeat(512) }, 200],
  ['narrative has 512 characters of two units', { narrative: '\u{1f600}'.repeat(512) }, 200],
  ['narrative has no 513 characters', { narrative: 'é'.repeat(513) }, ['#/narrative too_long']],
  ['metadata may be missing', { metadata: undefined }, 200],
  ['metadata may be null', { metadata: null }, 200],
  ['metadata may be empty', { metadata: '' }, 200],
  ['metadata has 1024 characters', { metadata: 'm'.repeat(1024) }, 200],
  ['metadata has no 1025 characters', { metadata: 'm'.repeat(1025) }, ['#/metadata too_long']],
  ['metadata is text', { metadata: { order: 7 } }, ['#/metadata not_text']],
  ['status is not to be given', { status: 'SENT' }, ['#/status unknown_field']],
  ['the beneficiary takes the currency bought', { buyCcyCode: 'USD' }, ['#/buyCcyCode not_supported']],
  ['the currency sold is dealt in', { sellCcyCode: 'KPW' }, 'currency_not_sellable'],
  ['the currency bought is dealt in', { buyCcyCode: 'KPW' }, 'currency_not_buyable'],
])('%s', async (_, more, expected) => {
  const reply = await create(more);
  expect(outcome(reply)).toEqual(expected);
});

it('reports all issues at once', async () => {
  const body = {
    sellCcyCode: 'x',
    amount: -1,
    paymentDate: days(-1),
    paymentType: 'PRIORITY',
    narrative: '',
    more: 1,
  };
  const reply = await create(body);
  expect([reply.status, [...outcome(reply)].sort()]).toEqual([
    400,
    [
      '#/amount not_positive',
      '#/chargeType required',
      '#/more unknown_field',
      '#/narrative too_short',
      '#/paymentDate in_the_past',
      '#/sellCcyCode unknown_currency',
    ],
  ]);
});

it.each<[string, number, unknown]>([
  ['JPY', 1, 200],
  ['JPY', 999_999_999_999, 200],
  ['JPY', 0.1, ['#/amount too_many_decimals']],
  ['JPY', 1.5, ['#/amount too_many_decimals']],
  ['JPY', 1_000_000_000_000, ['#/amount too_large']],
  ['GBP', 0.01, 200],
  ['GBP', 1234.56, 200],
  ['GBP', 999_999_999_999.99, 200],
  ['GBP', 0.001, ['#/amount too_many_decimals']],
  ['GBP', 1234.567, ['#/amount too_many_decimals']],
  ['GBP', 1_000_000_000_000, ['#/amount too_large']],
  ['KWD', 0.001, 200],
  ['KWD', 1234.567, 200],
  ['KWD', 999_999_999_999.999, 200],
  ['KWD', 0.0001, ['#/amount too_many_decimals']],
  ['KWD', 1_000_000_000_000, ['#/amount too_large']],
])('an amount in %s may be, or not be, %d', async (ccyCode, amount, expected) => {
  const { api: other } = await newClient();
  await other.post('/v1/wallets', { ccyCode });
  const reply = await other.post('/v1/simulators/inbound-funds/credit', { ccyCode, amount });
  expect(outcome(reply)).toEqual(expected);
  if (expected !== 200) return;
  expect(reply.body.data.amount).toEqual({ ccyCode, value: amount });
  expect((await other.get(`/v1/wallets/${ccyCode}`)).body.data.balance).toEqual({ ccyCode, value: amount });
});

it.each<[object, unknown]>([
  [{ sellCcyCode: 'JPY', fixedSide: 'SELL', amount: 15_000 }, 200],
  [{ sellCcyCode: 'JPY', fixedSide: 'SELL', amount: 15_000.5 }, ['#/amount too_many_decimals']],
  [{ sellCcyCode: 'JPY', fixedSide: 'BUY', amount: 15_000.5 }, 200],
  [{ sellCcyCode: 'KWD', fixedSide: 'SELL', amount: 1.005 }, 200],
  [{ sellCcyCode: 'KWD', fixedSide: 'BUY', amount: 1.005 }, ['#/amount too_many_decimals']],
])('the decimals are those of the fixed side: %j', async (more, expected) =>
  expect(outcome(await create(more))).toEqual(expected),
);
