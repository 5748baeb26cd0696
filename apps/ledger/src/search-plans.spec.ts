import { type ReadModel, recordsOfAllClients } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import type { OpenDatabase } from '@corridor/platform';
import { sized } from '@corridor/testing';
import {
  type Sent,
  CLIENT_OF_MANY,
  anId,
  areReadFromIndexes,
  manyRecords,
  openTestDatabase,
  rarely,
} from '@corridor/testing/service';
import { receivables } from './receivable/receivable.view.js';
import { service } from './service.js';
import { wallets } from './wallet/wallet.view.js';

/** What staff and clients look for among many wallets and receivables is read from indexes. */

const ROWS = Number(process.env.ROWS ?? sized({ small: 50_000, full: 1_000_000 }));
/** As large as a real one: whether a table is read as a whole depends on it. */
const RECORD = { id: '@id@', reason: 'x'.repeat(500) };

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  const wallet = { ccy_code: `'C' || n`, balance_minor: '0' };
  await manyRecords(db, wallets, ROWS, ['wal', CLIENT_OF_MANY], wallet, RECORD);
  const receivable = {
    ...{ status: rarely('OPEN', 'COLLECTED'), of_client: `'cli_' || n % 1000`, conversion_id: `'con_' || n` },
    ccy_code: `'C' || n % 30`,
  };
  await manyRecords(db, receivables, ROWS, ['rcv', OPERATOR.id], receivable, RECORD);
}, 1_200_000);
afterAll(() => db.close());

const areRead = (of: ReadModel, owner: string, searches: readonly [string, Sent][]) =>
  areReadFromIndexes(() => db, of, owner, searches);

describe.each<[string, ReadModel, string]>([
  ['a client', wallets, CLIENT_OF_MANY],
  ['all clients', recordsOfAllClients(wallets), OPERATOR.id],
])(`of ${ROWS} wallets of %s`, (_, of, owner) => {
  areRead(of, owner, [
    ['all', {}],
    ['in a currency', { q: 'ccyCode == "C777"' }],
    ['by id', { q: `id == "${anId('wal')}"` }],
  ]);
});

describe(`of ${ROWS} receivables`, () => {
  areRead(receivables, OPERATOR.id, [
    ['all', {}],
    ['the oldest first', { sortBy: ['openedOn:ASC'] }],
    ['that are open', { q: 'status == "OPEN"' }],
    ['that are collected', { q: 'status == "COLLECTED"' }],
    ['of a client', { q: 'client.id == "cli_77"' }],
    ['of a conversion', { q: 'conversion.id == "con_777"' }],
    ['in a currency', { q: 'amount.ccyCode == "C7"' }],
    ['by id', { q: `id == "${anId('rcv')}"` }],
  ]);
});
