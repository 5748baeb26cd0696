/** What companies do, as steps. */
import { step } from './step.mjs';

/** @typedef {import('./step.mjs').Step} Step @typedef {import('./beneficiaries.mjs').Place} Place */

/** @param {string[]} currencies */
export const wallets = (...currencies) =>
  currencies.map((ccyCode) =>
    step('openWallet', { as: `${ccyCode} wallet`, tell: `A ${ccyCode} wallet is opened`, with: { ccyCode } }),
  );

/**
 * Money comes in.
 * @param {string} as @param {string} ccyCode @param {string} amount @param {string} name of the sender
 * @param {string} narrative @param {'CREDIT' | 'PENDING' | 'REJECT'} [outcome]
 */
export const receives = (as, ccyCode, amount, name, narrative, outcome = 'CREDIT') =>
  step('simulateInboundFunds', {
    as,
    tell: `${ccyCode} ${amount} from ${name}: ${INBOUND[outcome]}`,
    with: { ccyCode, amount, narrative, sender: { name }, outcome },
  });
const INBOUND = { CREDIT: 'credited', PENDING: 'pending', REJECT: 'rejected' };

/**
 * A payment in the currency of a wallet, which compliance authorises.
 * @param {string} as @param {string} to @param {string} ccyCode @param {string} value @param {string} narrative @param {object} [more]
 */
export const pays = (as, to, ccyCode, value, narrative, more = {}) => [
  step('createPayment', {
    as,
    tell: `${ccyCode} ${value} to ${to}: ${narrative}`,
    with: {
      ...{
        beneficiaryId: `@${to}`,
        amount: { ccyCode, value },
        paymentDate: '+0',
        paymentType: 'REGULAR',
        narrative,
      },
      ...more,
    },
  }),
  step('authorisePayment', { of: as, tell: `${as}: authorised` }),
];

/**
 * Sells one currency and pays in another one; compliance acknowledges, and the desk fills.
 * @param {string} as @param {string} to @param {[string, string]} pair sold and bought @param {string} amount bought
 * @param {string} narrative @param {object} [more]
 */
export const convertsAndPays = (as, to, pair, amount, narrative, more = {}) => [
  instructs(as, to, pair, amount, narrative, more),
  step('acknowledgePaymentInstruction', { of: as, tell: `${as}: acknowledged` }),
  step('fillPaymentInstruction', {
    of: as,
    tell: `${as}: filled`,
    with: { useIndicativeRateForActualRate: true },
  }),
];

/**
 * @param {string} as @param {string} to @param {[string, string]} pair @param {string} amount
 * @param {string} narrative @param {object} [more]
 */
export const instructs = (as, to, [sellCcyCode, buyCcyCode], amount, narrative, more = {}) =>
  step('createPaymentInstruction', {
    as,
    tell: `${buyCcyCode} ${amount} to ${to} out of ${sellCcyCode}: ${narrative}`,
    with: {
      ...{ sellCcyCode, buyCcyCode, fixedSide: 'BUY', amount, beneficiaryId: `@${to}` },
      ...{ paymentDate: '+0', paymentType: 'REGULAR', narrative },
      ...more,
    },
  });

/** @param {string} as @param {[string, string]} pair @param {string} amount sold @param {string} [valueDate] otherwise spot */
export const converts = (as, [sellCcyCode, buyCcyCode], amount, valueDate) =>
  step('createConversion', {
    as,
    tell: `${sellCcyCode} ${amount} into ${buyCcyCode}${valueDate ? ', forward' : ', spot'}`,
    with: { sellCcyCode, buyCcyCode, fixedSide: 'SELL', amount, ...(valueDate && { valueDate }) },
  });

/** @param {string} of @param {string} tell */
export const arrives = (of, tell) => step('completePayment', { of, tell });

/** @param {string} of @param {string} reason @param {string} [deduction] */
export const comesBack = (of, reason, deduction) =>
  step('failPayment', {
    of,
    tell: `${of.split('.')[0]}: returned, ${reason}`,
    with: { reason, ...(deduction && { deduction }) },
  });

export const BY_SWIFT = { paymentType: 'PRIORITY', chargeType: 'SHARED' };

/** Each seller of the marketplace, and what it gets in the first week. @type {readonly [string, Place, string, string][]} */
export const SELLERS = [
  ['Atelier Brume', 'Paris', 'EUR', '1840.20'],
  ['Keramik Wolff', 'Köln', 'EUR', '962.75'],
  ['Papeterie Colibri', 'Paris', 'EUR', '415.10'],
  ['Moorland Candles', 'Leeds', 'GBP', '688.40'],
  ['Juniper & Thread', 'London', 'GBP', '1210.00'],
  ['Lichtwerk Köln', 'Köln', 'EUR', '2304.95'],
  ['Brooklyn Letterpress', 'New York', 'USD', '1575.60'],
  ['Verre et Sel', 'Paris', 'EUR', '349.99'],
];

/** What a seller gets for a week. @param {string} week @returns {(seller: readonly [string, Place, string, string]) => Step[]} */
export function payout(week) {
  return ([name, , ccyCode, amount]) =>
    pays(`${name}, week ${week}`, name, ccyCode, amount, `Payout of week ${week}`);
}
