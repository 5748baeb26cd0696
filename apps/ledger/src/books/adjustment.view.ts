import { type AdjustmentResource, operatorCollections } from '@corridor/ledger-contract';
import type { Projection, ReadModel, Recorded } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { toResource } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import type { ClientLedgerEvent, Posting } from '../client-ledger/client-ledger.js';
import { MATCH_TOTAL } from '../reconciliation/total.js';

export const adjustments: ReadModel = {
  table: 'adjustment',
  searchable: searchable(operatorCollections.adjustments),
  columns: {
    id: 'id',
    clientId: 'of_client',
    'amount.ccyCode': 'ccy_code',
    debit: 'debit',
    credit: 'credit',
    postedOn: 'created_on',
  },
};

type Posted = Recorded<ClientLedgerEvent & { type: 'transfer_posted' }>;

function adjustmentOf({ event, streamId, caller, occurredOn }: Posted): AdjustmentResource {
  const [debit, credit] = event.postings as readonly [Posting, Posting];
  return {
    id: event.transferId,
    reference: event.relatedEntity.reference,
    clientId: streamId === OPERATOR.id ? null : streamId,
    walletId: debit.walletId ?? credit.walletId,
    amount: toResource(credit.amount),
    debit: debit.account,
    debitBankAccount: debit.bankAccount ?? null,
    credit: credit.account,
    creditBankAccount: credit.bankAccount ?? null,
    breakId: event.settles?.breakId ?? null,
    reason: event.relatedEntity.details.description.replace(/^Adjustment: /, ''),
    postedOn: occurredOn,
    postedBy: caller.user,
    approvedBy: caller.approved?.by ?? null,
  };
}

const isAdjustment = (one: Recorded<ClientLedgerEvent>): one is Posted =>
  one.event.type === 'transfer_posted' && one.event.action === 'ADJUSTMENT';

/** They belong to staff, whichever client's wallet they concern. */
export const projectAdjustment: Projection<ClientLedgerEvent> = (sql, recorded) => {
  const rows = recorded.filter(isAdjustment).map(adjustmentOf);
  if (rows.length === 0) return;
  sql.write(
    `INSERT INTO adjustment (id, client_id, created_on, data)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::json[])`,
    [
      rows.map(({ id }) => id),
      rows.map(() => OPERATOR.id),
      rows.map(({ postedOn }) => postedOn),
      rows.map((row) => JSON.stringify(row)),
    ],
  );
};

/** What an adjustment settles has its id, as its own movement will have. */
export const projectSettled: Projection<ClientLedgerEvent> = (sql, recorded) => {
  for (const one of recorded) {
    if (!isAdjustment(one) || !one.event.settles) continue;
    const { transferId, settles } = one.event;
    if (settles.line !== null)
      sql.write('UPDATE bank_line SET match = $1 WHERE id = $2 AND match IS NULL', [
        transferId,
        settles.line,
      ]);
    if (settles.movement !== null)
      sql.write('UPDATE bank_movement SET match = $1 WHERE id = $2 AND match IS NULL', [
        transferId,
        settles.movement,
      ]);
    if (settles.line !== null) sql.write(MATCH_TOTAL, [transferId, settles.line]);
  }
};
