import { type Outcome, eachRow } from './invariants.js';

const RELATED = `data -> 'relatedEntity' ->> 'id'`;

/** Nothing is created or lost, and nothing happens twice. */
export async function money(outcome: Outcome): Promise<string[]> {
  const found = await Promise.all([
    eachRow(
      outcome,
      'ledger',
      'SELECT ccy_code, sum(amount_minor) FROM posting GROUP BY ccy_code HAVING sum(amount_minor) <> 0',
      'the postings of a currency do not add up to zero',
    ),
    eachRow(
      outcome,
      'ledger',
      `SELECT wallet.id, balance_minor, (SELECT coalesce(sum(amount_minor), 0) FROM posting WHERE account_id = wallet.id) AS posted
       FROM wallet WHERE balance_minor <> (SELECT coalesce(sum(amount_minor), 0) FROM posting WHERE account_id = wallet.id)`,
      'a balance is not the sum of its postings',
    ),
    eachRow(
      outcome,
      'ledger',
      `SELECT * FROM (
         SELECT id, (data -> 'balance' ->> 'value')::numeric AS balance, (data -> 'signedAmount' ->> 'value')::numeric AS amount,
           coalesce(lag((data -> 'balance' ->> 'value')::numeric)
             OVER (PARTITION BY data -> 'wallet' ->> 'id' ORDER BY sort_date, sort_priority), 0) AS before
         FROM transaction WHERE status = 'COMPLETED') AS chain
       WHERE before + amount <> balance`,
      'a transaction does not follow from the one before it',
    ),
    eachRow(
      outcome,
      'ledger',
      `SELECT client_id, ${RELATED} AS related, data ->> 'triggeredByAction' AS action, data ->> 'direction' AS direction, count(*)
       FROM transaction GROUP BY 1, 2, 3, 4, data ->> 'reason' HAVING count(*) > 1`,
      'a wallet has moved twice for one reason',
    ),
    eachRow(
      outcome,
      'ledger',
      `SELECT id, data -> 'pendingBalance' ->> 'value' AS pending FROM wallet WHERE (data -> 'pendingBalance' ->> 'value')::numeric <> (
         SELECT coalesce(sum(amount), 0) FROM transaction WHERE wallet_id = wallet.id AND status = 'PENDING')`,
      'a pending balance is not the sum of the pending transactions',
    ),
    once(outcome, 'conversions', 'conversion'),
    once(outcome, 'payments', 'payment'),
    balancesAsRecorded(outcome),
    fees(outcome),
  ]);
  return found.flat();
}

/** At most one for each payment instruction. */
const once = (outcome: Outcome, service: string, table: string) =>
  eachRow(
    outcome,
    service,
    `SELECT data ->> 'linkedPaymentInstructionId' AS instruction, count(*) FROM ${table}
     WHERE data ->> 'linkedPaymentInstructionId' IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
    `an instruction has more than one ${table}`,
  );

const HAS_PAID_FEE = `data ->> 'transferredOn' IS NOT NULL AND data -> 'fee' ->> 'value' IS NOT NULL`;

/** The fee of a payment is taken once if it was sent, and otherwise never. */
async function fees({ postgres }: Outcome): Promise<string[]> {
  const names = async (service: string, statement: string) =>
    (await postgres.of(service).rows<{ name: string }>(statement)).map(({ name }) => name).sort();
  const [due, taken] = await Promise.all([
    names(
      'payments',
      `SELECT id || '/fee ' || (data -> 'fee' ->> 'ccyCode') || ' ' || (data -> 'fee' ->> 'value')::float AS name
       FROM payment WHERE ${HAS_PAID_FEE}`,
    ),
    names(
      'ledger',
      `SELECT transfer_id || ' ' || posting.ccy_code || ' ' || (amount_minor / 100.0)::float AS name
       FROM posting JOIN account ON account.id = account_id WHERE kind = 'fees' AND transfer_id LIKE '%/fee'`,
    ),
  ]);
  return due.join() === taken.join() ? [] : [`the fees ${due.join()} are due, ${taken.join()} were taken`];
}

interface Sum {
  readonly wallet: string;
  readonly sum: number;
}

/** What the records of each service say that went into a wallet (or out of it), by client and currency. */
const MOVEMENTS: readonly (readonly [service: string, statement: string])[] = [
  ['inbound-funds', movement('inbound_funds', 'amount', 1, `data ->> 'status' = 'CREDITED'`)],
  ['conversions', movement('conversion', 'sellAmount', -1, `data ->> 'status' = 'EXCHANGED'`)],
  ['conversions', movement('conversion', 'buyAmount', 1, `data ->> 'status' = 'EXCHANGED'`)],
  [
    'conversions',
    `SELECT client_id || ' ' || (data -> 'sellAmount' ->> 'ccyCode') AS wallet,
      -sum((data #>> '{deposit,amount,value}')::numeric)::float AS sum
     FROM conversion WHERE data #>> '{deposit,status}' = 'DEPOSIT_RECEIVED' AND data ->> 'status' = 'BOOKED' GROUP BY 1`,
  ],
  ['payments', movement('payment', 'amount', -1, `data ->> 'transferredOn' IS NOT NULL`)],
  ['payments', movement('payment', 'fee', -1, HAS_PAID_FEE)],
  [
    'payments',
    movement(
      'payment',
      'failureReturnedAmount',
      1,
      `data -> 'failureReturnedAmount' ->> 'value' IS NOT NULL`,
    ),
  ],
];

function movement(table: string, field: string, sign: 1 | -1, condition: string): string {
  return `SELECT client_id || ' ' || (data -> '${field}' ->> 'ccyCode') AS wallet,
    ${sign} * sum((data -> '${field}' ->> 'value')::numeric)::float AS sum
    FROM ${table} WHERE ${condition} GROUP BY 1`;
}

/** Each balance is what the records of all services say. */
async function balancesAsRecorded({ postgres }: Outcome): Promise<string[]> {
  const sums = (service: string, statement: string) => postgres.of(service).rows<Sum>(statement);
  const [balances, ...movements] = await Promise.all([
    sums(
      'ledger',
      `SELECT client_id || ' ' || ccy_code AS wallet, (data -> 'balance' ->> 'value')::float AS sum FROM wallet`,
    ),
    ...MOVEMENTS.map(([service, statement]) => sums(service, statement)),
  ]);
  const expected = new Map<string, number>();
  for (const { wallet, sum } of movements.flat()) expected.set(wallet, (expected.get(wallet) ?? 0) + sum);
  return balances
    .map(({ wallet, sum }) => [wallet, sum.toFixed(2), (expected.get(wallet) ?? 0).toFixed(2)] as const)
    .filter(([, balance, recorded]) => Number(balance) !== Number(recorded))
    .map(([wallet, balance, recorded]) => `${wallet} has ${balance}, the records say ${recorded}`);
}
