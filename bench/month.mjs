/**
 * A month of business in PRODUCTION with a bank: credits arrive, are converted, and leave as payments and payment instructions, of which
 * some are rejected and some come back; each costs a fee. Everything goes over HTTP and in files; the bank is a program of its own. Then
 * all who have counted are compared to the cent: this bench, the statements of the clients, the books, and the statements of the bank.
 *
 *   npx node bench/month.mjs [payments=10000] [kills=0] [days=31]
 *
 * It prints the table, and fails if anything differs. On so many days Corridor and the bank are killed while payments are made. With fewer days it
 * has only the first business days of the month.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from './month/chance.mjs';
import { CLOSED, PAID, POUNDS, WRONG, beneficiaryAt } from './month/beneficiaries.mjs';
import { bankStatements, inMinor, shown, tableOf } from './month/books.mjs';
import { becomes, openCompany } from './month/company.mjs';

const [PAYMENTS = 10_000, KILLS = 0, DAYS = 31] = process.argv.slice(2).map(Number);
const CLIENTS = 8;
const AT_ONCE = 16;
/** One in so many payments. */
const INSTRUCTED = 8;
const REJECTED = 50;
const RETURNED = 40;
const CURRENCIES = ['GBP', 'EUR'];
const FEE = 50;

const [FIRST, LAST, NEXT] = ['2027-03-01', '2027-03-31', '2027-04-01'];
/** All settlement systems are open: without weekends and Easter. */
const days = Array.from({ length: 31 }, (_, n) => `2027-03-${String(n + 1).padStart(2, '0')}`)
  .filter((day) => new Date(day).getUTCDay() % 6 !== 0 && !['2027-03-26', '2027-03-29'].includes(day))
  .slice(0, DAYS);

const chance = randomFrom(20270301);
const begun = performance.now();
const company = await openCompany(`${FIRST}T09:00:00Z`);

/** What has happened, by currency: how often, and how much in minor units. */
const done = {
  credited: sums(),
  paid: sums(),
  rejected: sums(),
  returned: sums(),
  sold: sums(),
  bought: sums(),
  fees: sums(),
};

// -- Before the first day
const plan = await company.approved('POST', '/operator/v1/fees/plans', {
  name: 'Standard',
  rules: [{ fee: { ccyCode: 'GBP', value: FEE / 100 } }],
});
await company.approved('PUT', '/operator/v1/fees/client-plans', { feePlanId: plan.id });
const limits = {
  clientExposure: 5_000_000,
  maximumDeal: 1_000_000,
  deposits: { percent: 10, hours: 2, topUpPercent: null },
};
await company.bank('rule', { effect: 'reject', account: CLOSED, code: 'AC04' });
await company.bank('rule', { effect: 'return', account: WRONG, code: 'AC01', after: '20h' });
const clients = [];
for (let n = 1; n <= CLIENTS; n++) clients.push(await prepared(await company.newClient(n)));
console.log(
  `${PAYMENTS} payments of ${CLIENTS} clients on ${days.length} days, load ${loadavg()[0]?.toFixed(1)}`,
);

// -- The month
let asked = 0;
for (const [n, day] of days.entries()) {
  if (n > 0) await company.setClock(`${day}T09:00:00Z`);
  const count = Math.floor(((n + 1) * PAYMENTS) / days.length) - asked;
  await moneyArrives(count);
  await atOnce(Math.ceil(count / 20), () =>
    convert(any(clients), n < days.length - 3 ? {} : { valueDate: day }),
  );
  const failing = n < KILLS ? sleep(chance() * 3_000).then(() => company.fails()) : null;
  await atOnce(count, (i) => pay(any(clients), day, asked + i, n === days.length - 1));
  asked += count;
  await failing;
  await isSettled();
  await company.bank('end-of-day');
  await becomes(
    'statements of the day',
    async () => (await statements()).filter((one) => one.day === day).length,
    3,
  );
  console.log(`${day}: ${asked} payments, ${seconds()} s, load ${loadavg()[0]?.toFixed(1)}`);
}
await company.setClock(`${NEXT}T09:00:00Z`);
await isSettled();

// -- Who has counted what
const trial = await company.staff('GET', `/operator/v1/books/trial-balance?asOf=${LAST}`);
const proof = await company.staff('GET', '/operator/v1/books/proof');
const bank = await statements();
const counted = await Promise.all(CURRENCIES.map(countedIn));
const row = (name, read) => [name, ...counted.map((one) => shown(read(one)))];
const happened = (name, sign) => [
  `${name} (${CURRENCIES.map((ccyCode) => done[name][ccyCode].count).join(' and ')})`,
  ...CURRENCIES.map((ccyCode) => shown(sign * done[name][ccyCode].minor)),
];
console.log(
  tableOf([
    ['', ...CURRENCIES],
    ...['credited', 'bought', 'rejected', 'returned'].map((name) => happened(name, 1n)),
    ...['sold', 'paid', 'fees'].map((name) => happened(name, -1n)),
    row('wallets, by what has happened', (one) => one.happened),
    row('wallets, by the statements of the clients', (one) => one.inStatements),
    row('wallets, by the trial balance', (one) => one.wallet),
    row('fees', (one) => one.fees),
    row('FX position', (one) => one.fx_position),
    row('suspense and returns', (one) => one.suspense + one.returns),
    row('client money at bank, by the trial balance', (one) => one.settlement),
    row('closing balance, by the statements of the bank', (one) => one.atBank),
    row('all differences', (one) => one.differences),
  ]),
);
const agrees = trial.isBalanced && proof.isProven && counted.every(({ differences }) => differences === 0n);
console.log(`
${bank.length} statements of the bank; the trial balance is ${trial.isBalanced ? '' : 'NOT '}balanced, the books are ${proof.isProven ? '' : 'NOT '}proven; ${seconds()} s
${agrees ? 'All agree to the cent.' : 'They do NOT agree.'}`);
await company.close();
process.exitCode = agrees ? 0 : 1;

async function prepared(client) {
  const { api } = client;
  await company.approved('PUT', `/operator/v1/dealing/limits/${client.id}`, limits);
  const accounts = {};
  for (const ccyCode of CURRENCIES) {
    await api('POST', '/v1/wallets', { ccyCode });
    const wallet = () => api('GET', `/v1/wallets/${ccyCode}`);
    await becomes('collection accounts', async () => (await wallet()).collectionAccounts.length > 0, true);
    accounts[ccyCode] = (await wallet()).collectionAccounts.find(
      ({ accountNumberType }) => accountNumberType === 'IBAN',
    ).accountNumber;
  }
  const beneficiaries = {};
  for (const iban of [PAID, CLOSED, WRONG, POUNDS])
    beneficiaries[iban] = (await api('POST', '/v1/beneficiaries', beneficiaryAt(iban))).id;
  return { ...client, accounts, beneficiaries };
}

/** For each client and currency, enough for what follows. @param {number} count of payments */
async function moneyArrives(count) {
  const each = Math.max(2, Math.ceil(count / 80));
  await atOnce(clients.length * CURRENCIES.length * each, async (n) => {
    const { name, accounts } = clients[n % clients.length];
    const ccyCode = CURRENCIES[Math.floor(n / clients.length) % CURRENCIES.length];
    const minor = amount(4_000_00, 9_000_00);
    add(done.credited, ccyCode, minor);
    await company.bank('credit', {
      ...{ to: accounts[ccyCode], currency: ccyCode, amount: shown(minor), from: `Customer ${n} of ${name}` },
      ...{ fromCountry: 'GB', reference: `Invoice ${done.credited[ccyCode].count}` },
    });
  });
  const all = CURRENCIES.reduce((sum, ccyCode) => sum + done.credited[ccyCode].count, 0);
  await becomes('credits in wallets', () => total('inbound-funds', 'status == "CREDITED"'), all);
}

/** At spot, unless it has to be exchanged within the month. */
async function convert({ api }, when) {
  const order = {
    sellCcyCode: 'GBP',
    buyCcyCode: 'EUR',
    fixedSide: 'SELL',
    amount: Number(shown(amount(100_00, 900_00))),
  };
  converted(await api('POST', '/v1/conversions', { ...order, ...when }));
}

function converted({ sellAmount, buyAmount }) {
  add(done.sold, sellAmount.ccyCode, inMinor(sellAmount.value));
  add(done.bought, buyAmount.ccyCode, inMinor(buyAmount.value));
}

async function pay({ api, beneficiaries }, paymentDate, n, isLast) {
  const minor = amount(1_00, 200_00);
  const order = { paymentDate, paymentType: 'REGULAR', narrative: `Invoice ${n}` };
  add(done.fees, 'GBP', BigInt(FEE));
  if (n % INSTRUCTED === 1) {
    const terms = { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: Number(shown(minor)) };
    const { id } = await api('POST', '/v1/payment-instructions', {
      ...order,
      ...terms,
      beneficiaryId: beneficiaries[PAID],
    });
    const instruction = () => api('GET', `/v1/payment-instructions/${id}`);
    await becomes(`${id} is`, async () => (await instruction()).status, 'SENT');
    converted((await instruction()).actualPrice);
    add(done.paid, 'EUR', minor);
    return;
  }
  const isRejected = n % REJECTED === 2;
  const isReturned = !isLast && n % RETURNED === 4;
  const iban = isRejected ? CLOSED : isReturned ? WRONG : n % 2 === 0 ? PAID : POUNDS;
  const ccyCode = iban === POUNDS ? 'GBP' : 'EUR';
  const body = {
    ...order,
    amount: { ccyCode, value: Number(shown(minor)) },
    beneficiaryId: beneficiaries[iban],
  };
  await api('POST', '/v1/payments', body);
  add(done.paid, ccyCode, minor);
  if (isRejected) add(done.rejected, ccyCode, minor);
  if (isReturned) add(done.returned, ccyCode, minor);
}

/** The bank has said the last word about each payment, and what has not been paid is in the wallets again. */
async function isSettled() {
  const count = (name) => CURRENCIES.reduce((sum, ccyCode) => sum + done[name][ccyCode].count, 0);
  const isLeft = 'AND(status != "REQUESTED",status != "HANDED_OVER",status != "ACCEPTED")';
  await becomes('payments executed or not', () => total('bank/submissions', isLeft), asked);
  if (asked === PAYMENTS && days.length > 1)
    await becomes(
      'payments failed',
      () => total('payments', 'status == "FAILED"'),
      count('rejected') + count('returned'),
    );
}

async function total(collection, query) {
  const path = `/operator/v1/${collection}?limit=1&q=${encodeURIComponent(query)}`;
  return (await company.staff('GET', path)).meta.totalCount;
}

/** Of the bank, as far as they were read. */
function statements() {
  return bankStatements(company.filesRead());
}

/** Minor units of one currency, as each of them says. */
async function countedIn(ccyCode) {
  const of = (name) => done[name][ccyCode].minor;
  const happened =
    of('credited') + of('bought') + of('rejected') + of('returned') - of('paid') - of('sold') - of('fees');
  let inStatements = 0n;
  for (const { api } of clients) {
    const path = `/v1/wallets/${ccyCode}/statements?from=${FIRST}&to=${LAST}`;
    const { openingBalance, credits, debits, closingBalance } = await api('GET', path);
    const [opening, plus, minus, closing] = [openingBalance, credits, debits, closingBalance].map(
      ({ value }) => inMinor(value),
    );
    if (opening + plus - minus !== closing) throw new Error(`${path} does not add up`);
    inStatements += closing;
  }
  const { lines } = trial.currencies.find((one) => one.ccyCode === ccyCode);
  const balance = (kind) =>
    lines
      .filter((line) => line.kind === kind)
      .reduce((sum, line) => sum + inMinor(line.credit) - inMinor(line.debit), 0n);
  const atBank = bank.filter((one) => one.ccyCode === ccyCode).at(-1)?.closing ?? 0n;
  const kinds = ['wallet', 'fees', 'fx_position', 'suspense', 'returns', 'settlement'];
  const balances = Object.fromEntries(kinds.map((kind) => [kind, balance(kind)]));
  const { wallet, settlement, suspense, returns, fees, fx_position } = balances;
  const shouldBeZero = [
    happened - wallet,
    inStatements - wallet,
    settlement + atBank,
    suspense,
    returns,
    fees - of('fees'),
    fx_position + of('bought') - of('sold'),
    Object.values(balances).reduce((sum, one) => sum + one, 0n),
  ];
  const differences = shouldBeZero.reduce((sum, one) => sum + (one < 0n ? -one : one), 0n);
  return { happened, inStatements, atBank, ...balances, differences };
}

function sums() {
  return Object.fromEntries(CURRENCIES.map((ccyCode) => [ccyCode, { count: 0, minor: 0n }]));
}

function add(all, ccyCode, minor) {
  all[ccyCode].count++;
  all[ccyCode].minor += minor;
}

async function atOnce(count, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function any(list) {
  return list[Math.floor(chance() * list.length)];
}

function amount(from, to) {
  return BigInt(from + Math.floor(chance() * (to - from)));
}

function seconds() {
  return Math.round((performance.now() - begun) / 1000);
}
