import type { ReadModel, Where } from '@corridor/event-store';
import type { OpenDatabase } from '@corridor/platform';
import { sized } from '@corridor/testing';
import { type Sent, manyRows, openTestDatabase, plansOf } from '@corridor/testing/service';
import { apiKeys } from '../api-key/api-key.view.js';
import { approvals } from '../approval/approval.view.js';
import { audit } from '../audit/audit.view.js';
import { clients } from '../client/client.view.js';
import { service } from '../service.js';
import { users } from '../user/user.view.js';
import { OPERATOR } from '@corridor/http';

const ROWS = Number(process.env.ROWS ?? sized({ small: 100_000, full: 1_000_000 }));

/** The records of a page, and the one that tells whether there is another page. */
const PAGE = 26;
const CLIENT = 'cli_many';

const MADE = `to_char(timestamp '2025-12-01' + n * interval '${30_000_000 / ROWS} seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;

const tables: readonly {
  readonly of: typeof clients | typeof users | typeof apiKeys;
  readonly owner: string;
  readonly prefix: string;
  readonly last: Readonly<Record<string, string>>;
}[] = [
  {
    of: clients,
    owner: OPERATOR.id,
    prefix: 'cli',
    last: {
      code: `'C' || n`,
      name: `'Client ' || n % 1000`,
      risk_rating: `CASE n % 1000 WHEN 0 THEN 'HIGH' ELSE 'LOW' END`,
      margin_plan_id: `CASE n % 10 WHEN 0 THEN 'mgp_' || n % 1000 / 10 END`,
      fee_plan_id: `CASE n % 10 WHEN 0 THEN 'fpl_' || n % 1000 / 10 END`,
    },
  },
  {
    of: users,
    owner: CLIENT,
    prefix: 'usr',
    last: { email: `'user' || n || '@example.com'`, last_name: `'Name ' || n % 1000` },
  },
  { of: apiKeys, owner: CLIENT, prefix: 'ak', last: { user_id: `'usr_' || n % 10000` } },
];

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  for (const { of, owner, prefix, last } of tables) {
    const rare = of === clients ? 'Suspended' : of === users ? 'Disabled' : 'REVOKED';
    const common = of === apiKeys ? 'ACTIVE' : 'Active';
    await db.pool.query(`ALTER TABLE ${of.table} SET UNLOGGED`);
    await manyRows(
      db,
      of.table,
      ROWS,
      { id: '@id@' },
      { id: `'${prefix}_01K' || lpad(n::text, 23, '0')`, made: MADE },
      {
        ...{ id: 'id', client_id: `'${owner}'`, created_on: 'made', stream_version: '1' },
        ...{ status: `CASE WHEN n % 5000 < 5 THEN '${rare}' ELSE '${common}' END`, ...last },
      },
    );
  }
}, 600_000);
afterAll(() => db.close());

/** What a console asks for is read from indexes: the page alone from the table, and the count from no record. */
const areFast = (of: ReadModel, owner: string, searches: readonly [string, Sent][], within?: Where) =>
  it.each(searches)('%s', async (what, sent) => {
    const { page, count } = await plansOf(db, of, sent, owner, within);
    if (process.env['SHOW']) console.log(of.table, what, page.ms, count.ms);
    expect(page.text + count.text).not.toMatch(new RegExp(`Seq Scan on ${of.table} |Sort|Bitmap`));
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(count.records).toBe(0);
  });

/** The audit grows with every command. */
describe(`of ${ROWS} commands in the audit`, () => {
  beforeAll(async () => {
    await db.pool.query(`ALTER TABLE ${audit.table} SET UNLOGGED`);
    await manyRows(
      db,
      audit.table,
      ROWS,
      { id: '@id@' },
      { id: `'aud_01K' || lpad(n::text, 23, '0')`, made: MADE },
      {
        ...{ id: 'id', client_id: `'${OPERATOR.id}'`, created_on: 'made', request_id: `'r-' || n` },
        ...{ by_id: `'cu_' || n % 1000`, of_client: `'cli_' || n % 1000` },
        ...{ operation: `'operation' || n % 100`, record_id: `'pmt_' || n` },
        outcome: `CASE n % 1000 WHEN 0 THEN 'REFUSED' WHEN 1 THEN 'BEGUN' ELSE 'SUCCEEDED' END`,
        status: `CASE n % 1000 WHEN 0 THEN 409 WHEN 1 THEN NULL ELSE 200 END`,
        problem: `CASE n % 1000 WHEN 0 THEN 'illegal_transition' END`,
      },
    );
  });

  areFast(audit, OPERATOR.id, [
    ['all', {}],
    ['the next page', { after: ['2026-05-05T12:00:00.000', `aud_01K${'77'.padStart(23, '0')}`] }],
    ['of a day', { q: 'on == "2026-05-05"' }],
    ['of a person', { q: 'by.id == "cu_77"' }],
    ['of a client', { q: 'client.id == "cli_77"' }],
    ['of a client, refused', { q: 'AND(client.id == "cli_77",status >= "400")' }],
    ['of an operation', { q: 'operation == "operation77"' }],
    ['of a record', { q: 'recordId == "pmt_77"' }],
    ['refused', { q: 'outcome == "REFUSED"' }],
    ['without an outcome', { q: 'outcome == "BEGUN"' }],
    ['with a status', { q: 'status >= "400"' }],
    ['refused for a reason', { q: 'problem == "illegal_transition"' }],
    ['of a request', { q: 'requestId == "r-77"' }],
  ]);
});

describe(`of ${ROWS} commands that needed a second person`, () => {
  const AWAITING = `'AWAITING_APPROVAL'`;
  const isOpen = 'n % 10000 < 5';
  beforeAll(async () => {
    await db.pool.query(`ALTER TABLE ${approvals.table} SET UNLOGGED`);
    await manyRows(
      db,
      approvals.table,
      ROWS,
      { id: '@id@', outcome: {} },
      { id: `'apr_01K' || lpad(n::text, 23, '0')`, made: MADE },
      {
        ...{ id: 'id', client_id: `'${OPERATOR.id}'`, created_on: 'made', stream_version: '1' },
        status: `CASE WHEN ${isOpen} THEN ${AWAITING} ELSE 'APPROVED' END`,
        ...{ kind: `CASE n % 10 WHEN 3 THEN 'roles' ELSE 'limits' END`, operation: `'operation' || n % 20` },
        ...{ path: `'/operator/v1/staff/stf_' || n || '/roles'`, asked_by: `'stf_' || n % 1000` },
        decided_by: `CASE WHEN NOT ${isOpen} THEN 'stf_' || n % 100 END`,
      },
    );
  });

  areFast(approvals, OPERATOR.id, [
    ['all', {}],
    ['the oldest first', { sortBy: ['askedOn:ASC'] }],
    ['the next page', { after: ['2026-05-05T12:00:00.000', `apr_01K${'77'.padStart(23, '0')}`] }],
    ['that wait', { q: 'status == "AWAITING_APPROVAL"' }],
    ['of a day', { q: 'askedOn == "2026-05-05"' }],
    ['of a kind', { q: 'kind == "limits"' }],
    ['of an operation', { q: 'operation == "operation7"' }],
    ['of a record', { q: 'path == "/operator/v1/staff/stf_77/roles"' }],
    ['of an asker', { q: 'askedBy.id == "stf_77"' }],
    ['of who decided', { q: 'decidedBy.id == "stf_77"' }],
  ]);
});

describe.each(tables)(`of ${ROWS} records, $of.table`, ({ of, owner, prefix }) => {
  const created = of === apiKeys ? 'createdOn' : 'auditHistory.created.on';
  const rare = of === clients ? 'Suspended' : of === users ? 'Disabled' : 'REVOKED';
  const within: Where = of === clients ? {} : { clientId: owner };
  const id = `${prefix}_01K${'77'.padStart(23, '0')}`;
  const own: [string, Sent][] =
    of === clients
      ? [
          ['by code', { q: 'code == "C77"' }],
          ['by name', { q: 'name == "Client 77"' }],
          ['by a rare rating', { q: 'riskRating == "HIGH"' }],
          ['by margin plan', { q: 'marginPlanId == "mgp_7"' }],
          ['by fee plan', { q: 'feePlanId == "fpl_7"' }],
        ]
      : of === users
        ? [
            ['by email address', { q: 'email == "user77@example.com"' }],
            ['by last name', { q: 'lastName == "Name 77"' }],
          ]
        : [['of a user', { q: 'userId == "usr_77"' }]];
  const searches: [string, Sent][] = [
    ['all', {}],
    ['the oldest first', { sortBy: [`${created}:ASC`] }],
    ['the next page', { after: ['2026-05-05T12:00:00.000', id] }],
    ['of a day', { q: `${created} == "2026-05-05"` }],
    ['of a rare status', { q: `status == "${rare}"` }],
    ...own,
  ];
  areFast(of, owner, searches, within);

  it('by id', async () => {
    const { page, count } = await plansOf(db, of, { q: `id == "${id}"` }, owner, within);
    expect([page.records, count.records]).toEqual([2, 1]);
  });
});

describe(`of ${ROWS} records of all clients`, () => {
  it.each<[string, typeof users | typeof apiKeys, Sent]>([
    ['users', users, {}],
    ['users, the oldest first', users, { sortBy: ['auditHistory.created.on:ASC'] }],
    ['users by email address', users, { q: 'email == "user77@example.com"' }],
    ['users by last name', users, { q: 'lastName == "Name 77"' }],
    ['users of a rare status', users, { q: 'status == "Disabled"' }],
    ['keys', apiKeys, {}],
    ['keys of a user', apiKeys, { q: 'userId == "usr_77"' }],
    ['keys of a rare status', apiKeys, { q: 'status == "REVOKED"' }],
  ])('%s', async (what, of, sent) => {
    const { page, count } = await plansOf(db, of, sent, OPERATOR.id);
    if (process.env['SHOW']) console.log('of all clients', what, page.ms, count.ms);
    expect(page.text + count.text).not.toMatch(new RegExp(`Seq Scan on ${of.table} `));
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(count.records).toBe(0);
  });
});
