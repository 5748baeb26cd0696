/** The ledger of `bench/banks.mjs`: what it has posted by the evening, and what it says of the statements. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CALLER_HEADER, OPERATOR, SignedCaller } from '@corridor/http';
import { service } from '@corridor/ledger';
import { openDatabase } from '@corridor/platform';
import { testCaller } from '@corridor/testing';

const CHUNK = 10_000;

/** @param {{ databaseUrl: string, account: string }} options */
export async function openBooks({ databaseUrl, account }) {
  const db = await openDatabase(databaseUrl, service);
  const settlement = `settlement:EUR:${account}`;
  await db.pool.query(
    `INSERT INTO account (id, kind, ccy_code) VALUES ($1, 'settlement', 'EUR'), ('suspense:EUR', 'suspense', 'EUR')`,
    [settlement],
  );
  await db.pool.query(
    `INSERT INTO streams (stream_id, kind, version, state, state_version) VALUES ('posted', 'client_ledger', 0, '{}', 0)`,
  );

  return {
    close: () => db.close(),

    /**
     * Posts transfers as the service would, with events, and rows that a trigger makes movements of.
     * @param {{ id: string, day: string, minor: bigint, bankReference: string | null }[]} transfers above zero for what the bank receives
     */
    async post(transfers) {
      for (let from = 0; from < transfers.length; from += CHUNK) {
        const some = transfers.slice(from, from + CHUNK);
        await db.pool.query(
          `WITH given AS MATERIALIZED (
             SELECT * FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[])
               WITH ORDINALITY AS one (id, posted_on, minor, reference, n)
           ), leg AS MATERIALIZED (
             SELECT id, $1 AS account_id, -minor AS minor FROM given UNION ALL SELECT id, 'suspense:EUR', minor FROM given
           ), numbered AS (
             UPDATE streams SET version = version + $6 WHERE stream_id = 'posted' RETURNING version - $6 AS before
           ), recorded AS (
             INSERT INTO events (stream_id, version, type, data, caller, occurred_on)
             SELECT 'posted', before + n, 'transfer_posted', json_build_object('type', 'transfer_posted', 'transferId', id, 'postings', (
                 SELECT json_agg(json_build_object('account', split_part(account_id, ':', 1), 'walletId', NULL,
                   'bankAccount', nullif(split_part(account_id, ':', 3), ''), 'amount', json_build_object('ccyCode', 'EUR', 'minor', sum)))
                 FROM (VALUES ($1, -minor), ('suspense:EUR', minor)) AS legs (account_id, sum)
               )), '{}', posted_on::timestamptz FROM given, numbered
           ), posted AS (
             INSERT INTO transfer (id, client_id, action, posted_on, bank_reference)
             SELECT id, 'operator', 'BANK_CREDIT', posted_on, reference FROM given
           )
           INSERT INTO posting (transfer_id, account_id, ccy_code, amount_minor) SELECT id, account_id, 'EUR', minor FROM leg`,
          [
            settlement,
            some.map(({ id }) => id),
            some.map(({ day }) => `${day}T08:00:00.000Z`),
            some.map(({ minor }) => minor),
            some.map(({ bankReference }) => bankReference),
            some.length,
          ],
        );
      }
    },

    /** Until everything that it knows is compared. @param {number} statements that it should know */
    async areCompared(statements) {
      for (;;) {
        const { rows } = await db.pool.query(
          `SELECT (SELECT count(*)::int FROM bank_statement WHERE state = 'MATCHED') = $1
             AND NOT EXISTS (SELECT FROM bank_movement WHERE is_new) AS done`,
          [statements],
        );
        if (rows[0].done) return;
        await sleep(250);
      }
    },
  };
}

/** What staff ask a ledger that listens. @param {{ url: string, secret: string }} options */
export function accountantOf({ url, secret }) {
  const signed = new SignedCaller(secret);
  const caller = { ...testCaller, client: OPERATOR, permissions: ['books:read'] };
  return async (/** @type {string} */ path) => {
    const whole = `/operator/v1/books/${path}`;
    const signature = await signed.sign(caller, 'GET', whole.split('?')[0]);
    const response = await fetch(`${url}${whole}`, { headers: { [CALLER_HEADER]: signature } });
    const body = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  };
}
