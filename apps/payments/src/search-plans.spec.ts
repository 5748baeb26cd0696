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
import { beneficiaries } from './beneficiary/beneficiary.view.js';
import { screeningCases } from './screening/screening.view.js';
import { service } from './service.js';
import { submissions } from './submission/submission.view.js';

/** What staff and clients look for among many beneficiaries, cases and submissions is read from indexes. */

const ROWS = Number(process.env.ROWS ?? sized({ small: 50_000, full: 1_000_000 }));

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  await manyRecords(db, beneficiaries, ROWS, ['ben', CLIENT_OF_MANY], {
    stream_version: '1',
    ...{ status: rarely('ARCHIVED', 'ACTIVE'), ccy_code: `'C' || n % 30`, updated_on: 'made' },
  });
  await manyRecords(db, screeningCases, ROWS, ['cas', OPERATOR.id], {
    stream_version: '1',
    ...{ status: rarely('OPEN', 'CLEARED'), kind: rarely('REVIEW', 'HIT') },
    ...{ of_client: `'cli_' || n % 1000`, subject_id: `'pmt_' || n` },
  });
  await manyRecords(db, submissions, ROWS, ['sub', OPERATOR.id], {
    stream_version: '1',
    ...{
      status: rarely('REQUESTED', 'SETTLED'),
      kind: rarely('RETURN', 'PAYMENT'),
      subject_id: `'pmt_' || n`,
    },
    ...{ of_client: `'cli_' || n % 1000`, reference: `'REF' || n`, ccy_code: `'C' || n % 30` },
    value_date: 'left(made, 10)',
  });
}, 1_200_000);
afterAll(() => db.close());

const areRead = (of: ReadModel, owner: string, searches: readonly [string, Sent][]) =>
  areReadFromIndexes(() => db, of, owner, searches);

describe(`of ${ROWS} beneficiaries of a client`, () => {
  areRead(beneficiaries, CLIENT_OF_MANY, [
    ['all', {}],
    ['the oldest first', { sortBy: ['auditHistory.created.on:ASC'] }],
    ['the next page', { after: ['2026-05-05T12:00:00.000', anId('ben')] }],
    ['of a rare status', { q: 'status == "ARCHIVED"' }],
    ['of a common status', { q: 'status == "ACTIVE"' }],
    ['in a currency', { q: 'bankAccount.ccyCode == "C7"' }],
    ['of a day', { q: 'auditHistory.created.on == "2026-05-05"' }],
    ['by id', { q: `id == "${anId('ben')}"` }],
  ]);
});

describe(`of ${ROWS} beneficiaries of all clients`, () => {
  areRead(recordsOfAllClients(beneficiaries), OPERATOR.id, [
    ['all', {}],
    ['of a rare status', { q: 'status == "ARCHIVED"' }],
    ['in a currency', { q: 'bankAccount.ccyCode == "C7"' }],
    ['of a day', { q: 'auditHistory.created.on == "2026-05-05"' }],
    ['of a client', { q: `clientId == "${CLIENT_OF_MANY}"` }],
    ['by id', { q: `id == "${anId('ben')}"` }],
  ]);
});

describe(`of ${ROWS} cases of screening`, () => {
  areRead(screeningCases, OPERATOR.id, [
    ['all', {}],
    ['the oldest first', { sortBy: ['openedOn:ASC'] }],
    ['that are open', { q: 'status == "OPEN"' }],
    ['that are cleared', { q: 'status == "CLEARED"' }],
    ['of a kind', { q: 'kind == "REVIEW"' }],
    ['of a client', { q: 'client.id == "cli_77"' }],
    ['about a record', { q: 'subject.id == "pmt_777"' }],
    ['of a day', { q: 'openedOn == "2026-05-05"' }],
    ['by id', { q: `id == "${anId('cas')}"` }],
  ]);
});

describe(`of ${ROWS} submissions to the bank`, () => {
  areRead(submissions, OPERATOR.id, [
    ['all', {}],
    ['the oldest first', { sortBy: ['createdOn:ASC'] }],
    ['that wait', { q: 'status == "REQUESTED"' }],
    ['that are settled', { q: 'status == "SETTLED"' }],
    ['of a kind', { q: 'kind == "RETURN"' }],
    ['of a client', { q: 'client.id == "cli_77"' }],
    ['of a payment', { q: 'subjectId == "pmt_777"' }],
    ['with a reference', { q: 'reference == "REF777"' }],
    ['of a value date', { q: 'valueDate == "2026-05-05"' }],
    ['in a currency', { q: 'amount.ccyCode == "C7"' }],
    ['by id', { q: `id == "${anId('sub')}"` }],
  ]);
});
