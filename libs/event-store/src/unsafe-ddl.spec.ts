import { type Migration, backfillOf, indexesOf, migrationOf } from './migration.js';
import { BASELINE, type Rule, unsafeIn } from './unsafe-ddl.js';

const why = 'there is no way back in a test';

const migrationsOf = (groups: readonly (readonly string[])[]): Migration[] =>
  groups.map((statements, i) => migrationOf(`Planted${1_800_000_000_000 + i}`, statements, why));

const rulesIn = async (...groups: readonly (readonly string[])[]): Promise<Rule[]> =>
  (await unsafeIn(migrationsOf(groups))).map(({ rule }) => rule);

test.each<[Rule, string]>([
  ['rewrite', 'ALTER TABLE payment ALTER COLUMN amount TYPE numeric'],
  ['rewrite', 'ALTER TABLE payment ADD a text, ALTER amount SET DATA TYPE numeric(20, 2)'],
  ['rewrite', 'ALTER TABLE payment SET UNLOGGED'],
  ['rewrite', 'CLUSTER payment'],
  ['default', 'ALTER TABLE payment ADD COLUMN token uuid NOT NULL DEFAULT gen_random_uuid()'],
  ['default', 'ALTER TABLE payment ADD COLUMN seen timestamptz DEFAULT clock_timestamp()'],
  ['default', 'ALTER TABLE payment ADD n bigserial'],
  ['default', 'ALTER TABLE payment ADD n bigint GENERATED ALWAYS AS IDENTITY'],
  ['default', `ALTER TABLE payment ADD status text GENERATED ALWAYS AS (data ->> 'status') STORED`],
  ['index', 'CREATE INDEX payment_status ON payment (status)'],
  ['index', 'CREATE UNIQUE INDEX IF NOT EXISTS payment_status ON ONLY public.payment (status)'],
  ['index', 'ALTER TABLE payment ADD CONSTRAINT one UNIQUE (status)'],
  ['index', 'ALTER TABLE payment ADD PRIMARY KEY (id)'],
  ['not null', 'ALTER TABLE payment ALTER status SET NOT NULL'],
  ['not null', 'ALTER TABLE payment ADD status text NOT NULL'],
  ['foreign key', 'ALTER TABLE payment ADD CONSTRAINT its_client FOREIGN KEY (client_id) REFERENCES client'],
  ['foreign key', 'ALTER TABLE payment ADD client_id text REFERENCES client'],
  ['check', 'ALTER TABLE payment ADD CONSTRAINT positive CHECK (amount > 0)'],
  ['removal', 'DROP TABLE payment'],
  ['removal', 'DROP VIEW IF EXISTS payment_now'],
  ['removal', 'DROP FUNCTION settle(text)'],
  ['removal', 'ALTER TABLE payment DROP COLUMN status'],
  ['removal', 'ALTER TABLE payment DROP status'],
  ['removal', 'ALTER TABLE payment RENAME status TO state'],
  ['removal', 'ALTER TABLE payment RENAME TO payments'],
  ['update', `UPDATE payment SET status = 'SENT'`],
  ['update', 'DELETE FROM payment WHERE status IS NULL'],
])('%s: %s', async (rule, statement) => {
  expect(await rulesIn([statement])).toEqual([rule]);
  expect(await rulesIn([`CREATE TABLE other (id text); -- first\n${statement}`])).toEqual([rule]);
});

test('a constraint is not validated in the transaction that adds it', async () => {
  const add = 'ALTER TABLE payment ADD CONSTRAINT known CHECK (status IS NOT NULL) NOT VALID';
  const validate = 'ALTER TABLE payment VALIDATE CONSTRAINT known';
  expect(await rulesIn([add, validate])).toEqual(['validate']);
  expect(await rulesIn([add], [validate])).toEqual([]);
});

test('NOT NULL needs a check of the same column that an earlier migration has validated', async () => {
  const add = (column: string) => [
    `ALTER TABLE payment ADD CONSTRAINT known CHECK (${column} IS NOT NULL) NOT VALID`,
  ];
  const validate = ['ALTER TABLE payment VALIDATE CONSTRAINT known'];
  const set = ['ALTER TABLE payment ALTER COLUMN status SET NOT NULL'];
  expect(await rulesIn(add('status'), validate, set)).toEqual([]);
  expect(await rulesIn(add('status'), set)).toEqual(['not null']);
  expect(await rulesIn(add('amount'), validate, set)).toEqual(['not null']);
});

test.each([
  [`ALTER TABLE payment ADD status text NOT NULL DEFAULT 'NEW', ADD since timestamptz DEFAULT now()`],
  ['ALTER TABLE payment ADD amount numeric(12, 2), ALTER status DROP NOT NULL, DROP CONSTRAINT positive'],
  ['ALTER TABLE payment ADD CONSTRAINT its_client FOREIGN KEY (client_id) REFERENCES client NOT VALID'],
  ['ALTER TABLE payment ADD CONSTRAINT one UNIQUE USING INDEX payment_one'],
  [
    'CREATE TABLE fee (id text PRIMARY KEY, payment_id text REFERENCES payment); CREATE INDEX fee_payment ON fee (payment_id)',
  ],
  [
    'DROP FUNCTION settle(text); CREATE FUNCTION settle(text) RETURNS void LANGUAGE sql AS $$ DROP TABLE payment; $$',
  ],
  [
    'CREATE FUNCTION count() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN UPDATE payment SET n = 1; END $body$',
  ],
  [`INSERT INTO note VALUES ('DROP TABLE payment')`],
])('safe: %s', async (statement) => expect(await rulesIn([statement])).toEqual([]));

test('indexes beside commands and batches are safe, a removal with its reason too', async () => {
  expect(
    await unsafeIn([
      indexesOf('Index1800000000001', ['CREATE INDEX payment_status ON payment (status)'], why),
      backfillOf('Fill1800000000002', { table: 'payment', key: 'id', set: 'n = 1' }, why),
      migrationOf('Drop1800000000003', ['ALTER TABLE payment DROP n'], why, {
        removal: 'nobody reads it since 0.3.0',
      }),
    ]),
  ).toEqual([]);
  expect(() => indexesOf('Index1800000000004', ['CREATE INDEX ON payment (status)'], why)).toThrow(
    'not CREATE INDEX name ON',
  );
});

test('what was written before the rules is not examined, unless it is asked for', async () => {
  const old = [migrationOf(`Old${BASELINE}`, ['DROP TABLE payment'], why)];
  expect(await unsafeIn(old)).toEqual([]);
  expect(await unsafeIn(old, 0)).toMatchObject([{ migration: `Old${BASELINE}`, rule: 'removal' }]);
});
