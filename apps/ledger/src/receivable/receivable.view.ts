import { type ReceivableResource, operatorCollections } from '@corridor/ledger-contract';
import type { Projection, ReadModel, Recorded } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { toResource } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import type { ClientLedgerEvent } from '../client-ledger/client-ledger.js';
import type { ReceivableChanged } from '../client-ledger/receivable.js';

/** What clients owe, for staff: the records are those of the operator. */
export const receivables: ReadModel = {
  table: 'receivable',
  searchable: searchable(operatorCollections.receivables),
  columns: {
    id: 'id',
    status: 'status',
    'client.id': 'of_client',
    'conversion.id': 'conversion_id',
    'amount.ccyCode': 'ccy_code',
    openedOn: 'created_on',
  },
};

type Changed = Recorded<ReceivableChanged>;

function opened({ event, occurredOn, caller: { client } }: Changed): ReceivableResource {
  const { receivableId: id, relatedEntity, reason, amount, outstanding } = event;
  const related = { id: relatedEntity.id, reference: relatedEntity.reference };
  return {
    id,
    client,
    conversion: relatedEntity.type === 'CONVERSION' ? related : null,
    inboundFunds: relatedEntity.type === 'INBOUND_FUNDS' ? related : null,
    status: 'OPEN',
    reason,
    amount: toResource(amount),
    outstanding: toResource(outstanding),
    collections: 0,
    openedOn: occurredOn,
    updatedOn: occurredOn,
    endedOn: null,
    writtenOffBy: null,
    writeOffReason: null,
  };
}

function changeOf({ event, occurredOn, caller: { user } }: Changed): Partial<ReceivableResource> {
  const isWrittenOff = event.change === 'WRITTEN_OFF';
  const isOpen = !isWrittenOff && event.outstanding.minor > 0n;
  return {
    status: isOpen ? 'OPEN' : isWrittenOff ? 'WRITTEN_OFF' : 'COLLECTED',
    outstanding: toResource(event.outstanding),
    collections: event.collections,
    updatedOn: occurredOn,
    endedOn: isOpen ? null : occurredOn,
    ...(isWrittenOff && { writtenOffBy: user, writeOffReason: event.reason }),
  };
}

/** The streams' locks exclude every other writer of these rows. Each is written once: the statements are executed as one. */
export const projectReceivable: Projection<ClientLedgerEvent> = (sql, recorded) => {
  const made = new Map<string, ReceivableResource>();
  const changed = new Map<string, Partial<ReceivableResource>>();
  for (const { event, ...rest } of recorded) {
    if (event.type !== 'receivable_changed') continue;
    const { receivableId: id } = event;
    const one = { ...rest, event };
    const row = made.get(id);
    if (event.change === 'OPENED') made.set(id, opened(one));
    else if (row) made.set(id, { ...row, ...changeOf(one) });
    else changed.set(id, { ...changed.get(id), ...changeOf(one) });
  }
  const rows = [...made.values()];
  if (rows.length > 0)
    sql.write(
      `INSERT INTO receivable (id, client_id, created_on, data)
       SELECT id, $1, created_on, data FROM unnest($2::text[], $3::text[], $4::json[]) AS made (id, created_on, data)`,
      [
        OPERATOR.id,
        rows.map(({ id }) => id),
        rows.map(({ openedOn }) => openedOn),
        rows.map((row) => JSON.stringify(row)),
      ],
    );
  if (changed.size > 0)
    sql.write(
      `UPDATE receivable SET data = (receivable.data::jsonb || change)::json
       FROM unnest($1::text[], $2::jsonb[]) AS changed (changed_id, change) WHERE id = changed_id`,
      [[...changed.keys()], [...changed.values()].map((one) => JSON.stringify(one))],
    );
};
