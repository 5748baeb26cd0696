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
import { bankCredits } from './bank-credits/bank-credit.view.js';
import { inboundFundsView } from './inbound-funds/inbound-funds.view.js';
import { linkedFundingAccounts } from './linked-funding-accounts/linked-funding-account.view.js';
import { service } from './service.js';

/** What staff and clients look for among many inbound funds, linked accounts and credits of the bank is read from indexes. */

const ROWS = Number(process.env.ROWS ?? sized({ small: 50_000, full: 1_000_000 }));

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  await manyRecords(db, inboundFundsView, ROWS, ['if', CLIENT_OF_MANY], {
    stream_version: '1',
    ...{ status: rarely('PENDING', 'CREDITED'), ccy_code: `'C' || n % 30`, amount: 'n' },
    credits_on: 'left(made, 10)',
  });
  await manyRecords(db, linkedFundingAccounts, ROWS, ['lfa', CLIENT_OF_MANY], {
    stream_version: '1',
    status: rarely('UNLINKED', 'LINKED'),
  });
  await manyRecords(db, bankCredits, ROWS, ['bc', OPERATOR.id], {
    stream_version: '1',
    ...{
      status: rarely('UNMATCHED', 'MATCHED'),
      bank_reference: `'REF' || n`,
      account_number: `'A' || n % 1000`,
    },
    ...{ of_client: `'cli_' || n % 1000`, ccy_code: `'C' || n % 30`, value_date: 'left(made, 10)' },
  });
}, 1_200_000);
afterAll(() => db.close());

const areRead = (of: ReadModel, owner: string, searches: readonly [string, Sent][]) =>
  areReadFromIndexes(() => db, of, owner, searches);

describe(`of ${ROWS} inbound funds of a client`, () => {
  areRead(inboundFundsView, CLIENT_OF_MANY, [
    ['all', {}],
    ['that wait', { q: 'status == "PENDING"' }],
    ['that are credited', { q: 'status == "CREDITED"' }],
    ['in a currency', { q: 'amount.ccyCode == "C7"' }],
    ['of an amount', { q: 'amount.value == "777"' }],
    ['of a day', { q: 'creditsOn == "2026-05-05"' }],
    ['by id', { q: `id == "${anId('if')}"` }],
  ]);
});

describe(`of ${ROWS} inbound funds of all clients`, () => {
  areRead(recordsOfAllClients(inboundFundsView), OPERATOR.id, [
    ['all', {}],
    ['that wait', { q: 'status == "PENDING"' }],
    ['in a currency', { q: 'amount.ccyCode == "C7"' }],
    ['of an amount', { q: 'amount.value == "777"' }],
    ['of a client', { q: `clientId == "${CLIENT_OF_MANY}"` }],
    ['by id', { q: `id == "${anId('if')}"` }],
  ]);
});

describe.each<[string, ReadModel, string]>([
  ['a client', linkedFundingAccounts, CLIENT_OF_MANY],
  ['all clients', recordsOfAllClients(linkedFundingAccounts), OPERATOR.id],
])(`of ${ROWS} linked accounts of %s`, (_, of, owner) => {
  areRead(of, owner, [
    ['all', {}],
    ['that are unlinked', { q: 'status == "UNLINKED"' }],
    ['of a day', { q: 'auditHistory.created.on == "2026-05-05"' }],
    ['by id', { q: `id == "${anId('lfa')}"` }],
  ]);
});

describe(`of ${ROWS} credits of the bank`, () => {
  areRead(bankCredits, OPERATOR.id, [
    ['all', {}],
    ['the oldest first', { sortBy: ['createdOn:ASC'] }],
    ['that nobody has matched', { q: 'status == "UNMATCHED"' }],
    ['that are matched', { q: 'status == "MATCHED"' }],
    ['with a reference', { q: 'bankReference == "REF777"' }],
    ['on an account', { q: 'accountNumber == "A77"' }],
    ['of a client', { q: 'client.id == "cli_77"' }],
    ['in a currency', { q: 'amount.ccyCode == "C7"' }],
    ['of a value date', { q: 'valueDate == "2026-05-05"' }],
    ['by id', { q: `id == "${anId('bc')}"` }],
  ]);
});
