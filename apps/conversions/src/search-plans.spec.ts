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
import { conversionView } from './conversion/conversion.view.js';
import { quoteView } from './quote/quote.view.js';
import { service } from './service.js';

/** What staff and clients look for among many quotes, and staff among the conversions of all clients, is read from indexes. */

const ROWS = Number(process.env.ROWS ?? sized({ small: 50_000, full: 1_000_000 }));

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  const pair = { sell_ccy_code: `'C' || n % 30`, buy_ccy_code: `'D' || n % 30` };
  await manyRecords(db, quoteView, ROWS, ['quo', CLIENT_OF_MANY], {
    stream_version: '1',
    ...pair,
    status: rarely('ACTIVE', 'EXPIRED'),
  });
  await manyRecords(db, conversionView, ROWS, ['con', CLIENT_OF_MANY], {
    stream_version: '1',
    ...{ ...pair, status: rarely('BOOKED', 'EXCHANGED'), value_date: 'left(made, 10)' },
  });
}, 1_200_000);
afterAll(() => db.close());

const areRead = (of: ReadModel, owner: string, searches: readonly [string, Sent][]) =>
  areReadFromIndexes(() => db, of, owner, searches);

describe.each<[string, ReadModel, string]>([
  ['a client', quoteView, CLIENT_OF_MANY],
  ['all clients', recordsOfAllClients(quoteView), OPERATOR.id],
])(`of ${ROWS} quotes of %s`, (_, of, owner) => {
  areRead(of, owner, [
    ['all', {}],
    ['the oldest first', { sortBy: ['auditHistory.created.on:ASC'] }],
    ['that can be used', { q: 'status == "ACTIVE"' }],
    ['that are over', { q: 'status == "EXPIRED"' }],
    ['of a currency', { q: 'sellCcyCode == "C7"' }],
    ['of a day', { q: 'auditHistory.created.on == "2026-05-05"' }],
    ['by id', { q: `id == "${anId('quo')}"` }],
  ]);
});

describe.each<[string, ReadModel, string]>([
  ['a client', conversionView, CLIENT_OF_MANY],
  ['all clients', recordsOfAllClients(conversionView), OPERATOR.id],
])(`of ${ROWS} conversions of %s`, (_, of, owner) => {
  areRead(of, owner, [
    ['all', {}],
    ['the oldest first', { sortBy: ['auditHistory.created.on:ASC'] }],
    ['that are booked', { q: 'status == "BOOKED"' }],
    ['that are exchanged', { q: 'status == "EXCHANGED"' }],
    ['of a currency', { q: 'sellAmount.ccyCode == "C7"' }],
    ['of a value date', { q: 'valueDate == "2026-05-05"' }],
    ['of a day', { q: 'auditHistory.created.on == "2026-05-05"' }],
    ['by id', { q: `id == "${anId('con')}"` }],
  ]);
});
