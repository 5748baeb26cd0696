import type { TransferRequest } from '@corridor/ledger-contract';
import { EventStore } from '@corridor/event-store';
import { money } from '@corridor/kernel';
import type { OpenDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { TestClock, testCaller } from '@corridor/testing';
import { openServiceDatabase } from '@corridor/testing/service';
import { type ClientLedgerEvent, clientLedger } from '../client-ledger/client-ledger.js';
import { registration, service } from '../service.js';

let db: OpenDatabase;
let store: EventStore;
beforeAll(async () => {
  db = await openServiceDatabase(service);
  store = new EventStore('ledger', db.database, [registration], messageRegistry, new TestClock());
});
afterAll(() => db.close());

const relatedEntity: TransferRequest['relatedEntity'] = {
  ...{ id: 'con_1', type: 'CONVERSION', reference: 'CON-1', details: { description: 'Close-out' } },
};
const changed = (id: string, change: 'OPENED' | 'COLLECTED' | 'WRITTEN_OFF', left: bigint, times = 0) =>
  ({
    ...{ type: 'receivable_changed', receivableId: id, change, amount: money('GBP', 300n), relatedEntity },
    ...{ outstanding: money('GBP', left), collections: times, reason: change === 'COLLECTED' ? null : 'Why' },
  }) satisfies ClientLedgerEvent;
const happened = (...events: ClientLedgerEvent[]) =>
  store.handle(clientLedger, testCaller.client.id, () => events, { caller: testCaller });
const rows = async () => {
  const found = await db.database.query<{ data: Record<string, unknown> }>(
    'SELECT data FROM receivable ORDER BY id',
  );
  return found.map(({ data: { id, status, outstanding, collections, writeOffReason } }) => [
    ...[id, status, (outstanding as { value: number }).value, collections, writeOffReason],
  ]);
};

test('each record is what has happened to it, whether together or one after the other', async () => {
  await happened(
    changed('rcv_1', 'OPENED', 300n),
    changed('rcv_2', 'OPENED', 300n),
    changed('rcv_1', 'COLLECTED', 100n, 1),
  );
  expect(await rows()).toEqual([
    ['rcv_1', 'OPEN', 1, 1, null],
    ['rcv_2', 'OPEN', 3, 0, null],
  ]);
  await happened(
    ...[changed('rcv_2', 'COLLECTED', 200n, 1), changed('rcv_2', 'WRITTEN_OFF', 200n, 1)],
    ...[changed('rcv_1', 'COLLECTED', 0n, 2), changed('rcv_3', 'OPENED', 300n)],
  );
  expect(await rows()).toEqual([
    ['rcv_1', 'COLLECTED', 0, 2, null],
    ['rcv_2', 'WRITTEN_OFF', 2, 1, 'Why'],
    ['rcv_3', 'OPEN', 3, 0, null],
  ]);
});
