import { countUpdates, updateTexts } from '@corridor/event-store';
import {
  type Caller,
  type Money,
  type Timestamp,
  decodeJson,
  referenceOf,
  toResource,
} from '@corridor/kernel';
import { relatedFunds } from '@corridor/ledger-contract';
import { daysOf } from '@corridor/search';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...countUpdates('transaction', [
    { table: 'transaction_count', columns: ['wallet_id', 'status', 'ccy_code'] },
    { table: 'transaction_count_by_day', columns: ['wallet_id', 'status'], span: daysOf('sort_date') },
  ]),
  ...updateTexts('transaction', 'transaction_text', {
    reason: 'reason',
    reference: 'relatedEntity.reference',
    details_description: 'relatedEntity.details.description',
  }),
];

interface Announced {
  readonly data: string;
  readonly caller: string;
  readonly on: Timestamp;
  readonly balance: number;
  readonly priority: number;
}

/** The funds that pending balances contain. Their numbers are below those of movements, which the state of a ledger counts. */
const ANNOUNCED = `
  SELECT last.data::text, last.caller::text, last."on", coalesce((
      SELECT (moved.data #>> '{balance,value}')::float FROM transaction AS moved
      WHERE client_id = stream_id AND wallet_id = last.data ->> 'walletId' AND sort_date <= last."on"
      ORDER BY sort_date DESC, sort_priority DESC LIMIT 1
    ), 0) AS balance,
    -(row_number() OVER (PARTITION BY stream_id ORDER BY version DESC))::int AS priority
  FROM (
    SELECT DISTINCT ON (stream_id, data ->> 'inboundFundsId') *,
      to_char(occurred_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS "on"
    FROM events WHERE type IN ('funds_announced', 'funds_cleared')
    ORDER BY stream_id, data ->> 'inboundFundsId', version DESC
  ) AS last WHERE type = 'funds_announced'`;

function rowOf({ data, caller, on, balance, priority }: Announced) {
  const { walletId, ccyCode, inboundFundsId, amount } = decodeJson<{
    walletId: string;
    ccyCode: string;
    inboundFundsId: string;
    amount: Money;
  }>(data);
  return {
    id: inboundFundsId.replace(/^if_/, 'txn_'),
    client: decodeJson<Caller>(caller).client,
    wallet: { id: walletId, ccyCode },
    amount: toResource(amount),
    signedAmount: toResource(amount),
    direction: 'CREDIT',
    balance: { ccyCode, value: balance },
    triggeredByAction: 'FUNDING',
    status: 'PENDING',
    reason: null,
    createdOn: on,
    settlesOn: on,
    completedOn: null,
    updatedOn: on,
    relatedEntity: relatedFunds({
      id: inboundFundsId,
      reference: referenceOf(inboundFundsId, on.slice(0, 10)),
      senderName: null,
    }),
    sortPriority: priority,
    sortDate: on,
  };
}

/** Transactions can change, and pending funds are transactions; without the texts of their senders, which the ledger had not kept. */
export class PendingTransactions1700000080001 implements MigrationInterface {
  readonly name = 'PendingTransactions1700000080001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
    const announced = (await runner.query(ANNOUNCED)) as Announced[];
    await runner.query(
      `INSERT INTO transaction (id, client_id, created_on, data, sort_date, sort_priority)
       SELECT one ->> 'id', one #>> '{client,id}', one ->> 'createdOn', one, one ->> 'sortDate', (one ->> 'sortPriority')::int
       FROM unnest($1::json[]) AS one`,
      [announced.map((one) => JSON.stringify(rowOf(one)))],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM transaction WHERE status = 'PENDING'`);
    for (const what of ['counted', 'texts'])
      await runner.query(`DROP FUNCTION transaction_${what}_update CASCADE`);
  }
}
