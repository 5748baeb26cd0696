import type { Databases, Rows } from './databases.js';

/** The last response about each instruction and payment, by id. */
export type Acknowledged = ReadonlyMap<string, string>;

/**
 * Holds unless a relay has lost its connection and lives on: it never gives a number twice, and the messages that it had
 * passed on without a mark get others.
 */
const NO_GAP = 'the published order has no gap';

/** Holds if every client repeats its requests until there is a response. */
export const EVERY_KEY = 'every key has its response';

/** Invariants after any fault, once everything has settled. Each entry lists violations and must be empty. */
export async function violations(
  databases: Databases,
  acknowledged: Acknowledged,
): Promise<Record<string, Rows>> {
  return brokenOf({ ...messages(databases), ...money(databases), ...(await saga(databases, acknowledged)) });
}

/** Those that hold also after a relay has lost its database or the broker. */
export async function violationsBesideGaps(
  databases: Databases,
  acknowledged: Acknowledged,
): Promise<Record<string, Rows>> {
  const { [NO_GAP]: _, ...broken } = await violations(databases, acknowledged);
  return broken;
}

/** Those of the messages and the books alone, whoever has ordered what, and however often a relay has lost the broker. */
export async function violationsInBooks(databases: Databases): Promise<Record<string, Rows>> {
  const { [NO_GAP]: _, ...broken } = await brokenOf({ ...messages(databases), ...money(databases) });
  return broken;
}

async function brokenOf(rules: Record<string, Rows | Promise<Rows>>): Promise<Record<string, Rows>> {
  const checked = Object.entries(rules).map(async ([rule, rows]) => [rule, await rows] as const);
  return Object.fromEntries((await Promise.all(checked)).filter(([, rows]) => rows.length > 0));
}

const messages = (databases: Databases) => ({
  'all messages are published': databases.everywhere(
    `SELECT stream_id, version FROM events WHERE seq IS NULL AND message IS NOT NULL`,
  ),
  'the published order has no double': databases.everywhere(
    `SELECT seq, count(*) FROM events WHERE seq IS NOT NULL GROUP BY seq HAVING count(*) > 1`,
  ),
  // It begins later if all messages were published again.
  [NO_GAP]: databases.everywhere(
    `SELECT max(seq), count(seq) FROM events HAVING max(seq) - min(seq) + 1 <> count(seq)`,
  ),
  'a stream is published in its own order': databases.everywhere(
    `SELECT stream_id, version FROM (
       SELECT *, lag(version) OVER (PARTITION BY stream_id ORDER BY seq) AS before FROM events WHERE seq IS NOT NULL
     ) published WHERE version <= before`,
  ),
  'a stream has no gap': databases.everywhere(
    // In a later epoch, versions begin above all that were used before it.
    `SELECT stream_id, version, before FROM (
       SELECT stream_id, version, coalesce(lag(version) OVER (PARTITION BY stream_id ORDER BY version), 0) AS before FROM events
     ) event, epoch WHERE version <> before + 1 AND version <> above + 1`,
  ),
  'a stream has the version of its last event': databases.everywhere(
    `SELECT stream_id, version FROM streams s
     WHERE version <> (SELECT max(version) FROM events e WHERE e.stream_id = s.stream_id)`,
  ),
  'nothing is among the dead letters': databases.everywhere(
    `SELECT consumer, source, stream_id, version, reason FROM dead_letter`,
  ),
  'nothing is kept for a later build': databases.everywhere(
    `SELECT consumer, source, stream_id, version, type, dataversion FROM kept_message`,
  ),
  [EVERY_KEY]: databases.everywhere(`SELECT key, resource_id FROM idempotency_key WHERE response IS NULL`),
});

const money = (databases: Databases) => ({
  'the books add up to zero in each currency': databases.query(
    'ledger',
    `SELECT ccy_code, sum(amount_minor) FROM posting GROUP BY ccy_code HAVING sum(amount_minor) <> 0`,
  ),
  'a transfer adds up to zero in each currency': databases.query(
    'ledger',
    `SELECT transfer_id, ccy_code FROM posting GROUP BY transfer_id, ccy_code HAVING sum(amount_minor) <> 0`,
  ),
  'no wallet is below zero': databases.query(
    'ledger',
    `SELECT id, balance_minor FROM wallet WHERE balance_minor < 0`,
  ),
  'a balance is what the postings, the last transaction, the record and the stream say': databases.query(
    'ledger',
    `SELECT * FROM (
       SELECT id, balance_minor AS balance,
         (SELECT coalesce(sum(amount_minor), 0) FROM posting WHERE account_id = wallet.id) AS posted,
         coalesce((SELECT (data #>> '{balance,value}')::numeric * 100 FROM transaction
                   WHERE data #>> '{wallet,id}' = wallet.id AND status = 'COMPLETED' ORDER BY sort_priority DESC LIMIT 1), 0) AS last,
         (data #>> '{balance,value}')::numeric * 100 AS shown,
         (SELECT (state #>> ARRAY['wallets', wallet.ccy_code, 'minor'])::numeric FROM streams
          WHERE stream_id = wallet.client_id) AS folded
       FROM wallet
     ) w WHERE NOT (balance = posted AND balance = last AND balance = shown AND balance = folded)`,
  ),
  'transactions chain': databases.query(
    'ledger',
    `SELECT * FROM (
       SELECT id, (data #>> '{balance,value}')::numeric AS after, (data #>> '{signedAmount,value}')::numeric AS moved,
         coalesce(lag((data #>> '{balance,value}')::numeric) OVER (PARTITION BY data #>> '{wallet,id}' ORDER BY sort_priority), 0)
           AS before
       FROM transaction WHERE status = 'COMPLETED'
     ) t WHERE before + moved <> after`,
  ),
  'a pending balance is the sum of the pending transactions': databases.query(
    'ledger',
    `SELECT id FROM wallet WHERE (data #>> '{pendingBalance,value}')::numeric <> (
       SELECT coalesce(sum(amount), 0) FROM transaction WHERE wallet_id = wallet.id AND status = 'PENDING')`,
  ),
  'a posting on a wallet is one transaction': databases.query(
    'ledger',
    `SELECT * FROM (
       -- A conversion is exchanged or closed out, never both; then it may be owed, and be collected.
       SELECT coalesce((SELECT coalesce(conversion_id, data #>> '{inboundFunds,id}' || '/return') FROM receivable WHERE id = split_part(transfer_id, '/', 1)),
           regexp_replace(regexp_replace(transfer_id, '/close-out(-of-deposit)?$', ''), '/return/[0-9]+$', '/return')) AS transfer_id, account_id, amount_minor FROM posting JOIN account ON account.id = account_id WHERE kind = 'wallet'
     ) p FULL JOIN (
       SELECT (data #>> '{relatedEntity,id}') ||
           CASE data ->> 'triggeredByAction' WHEN 'PAYMENT_FAILURE' THEN '/return' WHEN 'PAYMENT_FEE' THEN '/fee'
             WHEN 'FUNDING' THEN CASE data ->> 'direction' WHEN 'DEBIT' THEN '/return' ELSE '' END
             WHEN 'CONVERSION_DEPOSIT' THEN '/deposit' WHEN 'DEPOSIT_REFUND' THEN '/deposit-refund' ELSE '' END
           AS transfer_id, data #>> '{wallet,id}' AS account_id,
         (data #>> '{signedAmount,value}')::numeric * 100 AS amount_minor FROM transaction WHERE status = 'COMPLETED'
     ) t USING (transfer_id, account_id, amount_minor)
     WHERE p IS NULL OR t IS NULL`,
  ),
});

/** Across the services: the data of each about an instruction and its movements of money. */
async function saga(databases: Databases, acknowledged: Acknowledged) {
  const json = async (service: 'payments' | 'conversions' | 'inbound-funds' | 'ledger', text: string) =>
    (await databases.query(service, text)).map(({ data }) => data as Record<string, any>);
  const instructions = await json('payments', `SELECT data FROM payment_instruction`);
  const payments = await json('payments', `SELECT data FROM payment`);
  const conversions = await json('conversions', `SELECT data FROM conversion`);
  const funds = await json('inbound-funds', `SELECT data FROM inbound_funds`);
  const quotes = await json('conversions', `SELECT data FROM quote`);
  const receivables = await json('ledger', `SELECT data FROM receivable`);
  const adjustments = await json('ledger', `SELECT data FROM adjustment`);
  const ofBankCredits = await databases.query('inbound-funds', BANK_CREDIT_MOVEMENTS);
  // A payment can come back in parts, and there can be more of it than was sent.
  const transfers = (await databases.query('ledger', `SELECT id FROM transfer`))
    .map(({ id }) => id as string)
    .filter((id) => !/^pmt_.*\/(return|excess)\/\d+$/.test(id));

  const paymentsOf = groupedBy(payments, 'linkedPaymentInstructionId');
  const conversionsOf = groupedBy(conversions, 'linkedPaymentInstructionId');
  const stands = instructions.map((one): Record<string, any> => {
    const [payment, ...secondPayment] = paymentsOf.get(one.id) ?? [];
    const [conversion, ...secondConversion] = conversionsOf.get(one.id) ?? [];
    return { one, payment, conversion, second: [...secondPayment, ...secondConversion] };
  });
  const left = [
    ...payments.filter(hasLeft),
    ...conversions.filter(isExchanged),
    ...funds.filter(wasCredited),
  ];
  const deposited = conversions.filter(hasPaidDeposit);
  const moved = [
    ...left.map(({ id }) => id),
    ...payments.filter(hasPaidFee).map(({ id }) => `${id}/fee`),
    ...payments.filter(cameBack).map(({ id }) => `${id}/return`),
    ...deposited.map(({ id }) => `${id}/deposit`),
    ...deposited.filter(({ status }) => status !== 'BOOKED').map(({ id }) => `${id}/deposit-refund`),
    ...funds.filter((one) => wasCredited(one) && one.status === 'REJECTED').map(({ id }) => `${id}/return`),
    ...receivables.flatMap(movementsOf),
    ...adjustments.map(({ id }) => id),
    ...ofBankCredits.map(({ id }) => id as string),
  ];
  const users = [...instructions, ...conversions].map(({ id }) => id as string);
  const acknowledgedOf = (prefix: string) => [...acknowledged].filter(([id]) => id.startsWith(prefix));
  const withOtherStatus = (records: Record<string, any>[], prefix: string) =>
    acknowledgedOf(prefix).flatMap(([id, status]) => {
      const found = records.find((one) => one.id === id)?.status;
      return found === status ? [] : [{ id, acknowledged: status, found }];
    });
  return {
    'an instruction has the status that its client received': withOtherStatus(instructions, 'pi_'),
    'a payment has the status that its client received': withOtherStatus(payments, 'pmt_'),
    'a payment was made by an instruction or by one acknowledged request': payments.filter(
      (one) => !one.linkedPaymentInstructionId && !acknowledged.has(one.id) && !isOfDemo(one),
    ),
    'an instruction was made by one acknowledged request': instructions.filter(
      (one) => !acknowledged.has(one.id) && !isOfDemo(one),
    ),
    'an instruction has at most one conversion and one payment': stands.filter(({ second }) => second.length),
    'SENT has its payment and its exchanged conversion, linked both ways': stands.filter(
      ({ one, payment, conversion }) =>
        one.status === 'SENT' &&
        !(
          hasLeft(payment) &&
          one.linkedPaymentId === payment.id &&
          one.linkedConversionId === (conversion?.id ?? null) &&
          (one.sellCcyCode === one.buyCcyCode
            ? !conversion
            : isExchanged(conversion) &&
              conversion.payments.length === 1 &&
              conversion.payments[0].id === payment.id &&
              conversion.payments[0].status === payment.status)
        ),
    ),
    'what is not SENT has no payment': stands.filter(({ one, payment }) => one.status !== 'SENT' && payment),
    'what was never filled has no conversion': stands.filter(
      ({ one, conversion }) => conversion && !one.linkedConversionId,
    ),
    'each state was reached once': instructions.filter(
      ({ statusHistory }) => new Set(statusHistory.map(statusOf)).size !== statusHistory.length,
    ),
    'no step is under way': (
      await Promise.all(
        (['payments', 'conversions', 'inbound-funds'] as const).map((service) =>
          databases.query(service, `SELECT stream_id FROM streams WHERE state ->> 'step' IS NOT NULL`),
        ),
      )
    ).flat(),
    'a quote is used by one record': quotes.filter(
      ({ status, linkedConversionId, linkedPaymentInstructionId }) => {
        const by = [linkedConversionId, linkedPaymentInstructionId].filter((one) => one !== null);
        return by.length !== (status === 'USED' ? 1 : 0) || missing(by, users).length > 0;
      },
    ),
    'money has moved for each payment, its fee and return, exchanged conversion, deposit, refund, credit, its return, credit of the bank, receivable and adjustment, and for nothing else':
      [
        ...missing(moved, transfers).map((id) => ({ id, has: 'no transfer' })),
        ...missing(transfers, moved).map((id) => ({ id, has: 'a transfer alone' })),
      ],
  };
}

/** What was told of credits of the bank: receipt and return are in the books, and so is the request that one goes back. */
const BANK_CREDIT_MOVEMENTS = `
  SELECT message #>> '{data,movementId}' AS id FROM events WHERE message_type = 'bank_credit.moved'
  UNION ALL
  SELECT (message #>> '{data,submissionId}') || '/requested' FROM events
  WHERE message_type = 'payments.submission_requested' AND message #>> '{data,kind}' = 'RETURN'`;

/** Of the demo data of a sandbox, which no test asked for. */
const isOfDemo = ({ client }: Record<string, any>) => client.name === 'Acme Trading Ltd';
const hasLeft = (payment?: Record<string, any>) => Boolean(payment?.transferredOn);
const hasPaidFee = (payment: Record<string, any>) => hasLeft(payment) && payment.fee !== null;
const cameBack = (payment: Record<string, any>) => payment.failureReturnedAmount !== null;
const isExchanged = (conversion?: Record<string, any>) => conversion?.status === 'EXCHANGED';
const hasPaidDeposit = ({ deposit }: Record<string, any>) => deposit.status === 'DEPOSIT_RECEIVED';
/** Of a receivable that staff have recorded, or of funds that were taken back: close-outs cost nothing in a sandbox. */
const movementsOf = ({ id, status, collections, inboundFunds }: Record<string, any>): string[] => [
  ...(inboundFunds ? [] : [id]),
  ...Array.from({ length: collections }, (_, n) => `${id}/collection/${n}`),
  ...(status === 'WRITTEN_OFF' ? [`${id}/write-off`] : []),
];
/** Also if it was taken back. */
const wasCredited = ({ statusHistory }: Record<string, any>) =>
  statusHistory.some(({ status }: { status: string }) => status === 'CREDITED');
const statusOf = ({ status }: { status: string }) => status;

function groupedBy(rows: Record<string, any>[], field: string): Map<string, Record<string, any>[]> {
  const groups = new Map<string, Record<string, any>[]>();
  for (const row of rows) groups.set(row[field], [...(groups.get(row[field]) ?? []), row]);
  return groups;
}

function missing(these: readonly string[], among: readonly string[]): string[] {
  const known = new Set(among);
  return these.filter((one) => !known.has(one));
}
