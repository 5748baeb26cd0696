import { createReadModel, migrationOf } from '@corridor/event-store';

/** Double entry, and the read models of clients. Constraints in the database reject inconsistent postings. */
export const Ledger1700000001000 = migrationOf(
  'Ledger1700000001000',
  [
    `CREATE TABLE account (
    id        text PRIMARY KEY,
    kind      text NOT NULL CHECK (kind IN ('wallet', 'fx_position', 'settlement', 'fees', 'suspense')),
    ccy_code  text NOT NULL,
    client_id text CHECK ((kind = 'wallet') = (client_id IS NOT NULL)),
    UNIQUE (id, ccy_code)
  )`,
    // Its primary key ensures that a transfer is posted at most once, whoever requests it and however late.
    `CREATE TABLE transfer (
    id        text PRIMARY KEY,
    client_id text NOT NULL,
    action    text NOT NULL,
    posted_on text NOT NULL
  )`,
    `CREATE TABLE posting (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transfer_id  text NOT NULL REFERENCES transfer,
    account_id   text NOT NULL,
    ccy_code     text NOT NULL,
    amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
    FOREIGN KEY (account_id, ccy_code) REFERENCES account (id, ccy_code)
  )`,
    `CREATE INDEX posting_of_transfer ON posting (transfer_id)`,
    `CREATE INDEX posting_of_account ON posting (account_id, id)`,

    // Every statement that inserts postings leaves each transfer it touches at zero in each currency.
    `CREATE FUNCTION postings_balance() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF EXISTS (SELECT FROM inserted GROUP BY transfer_id, ccy_code HAVING sum(amount_minor) <> 0) THEN
       RAISE EXCEPTION 'postings of a transfer do not add up to zero'
         USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_balance';
     END IF;
     RETURN NULL;
   END $$`,
    `CREATE TRIGGER postings_balance AFTER INSERT ON posting
   REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION postings_balance()`,

    `CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
   END $$`,
    ...['transfer', 'posting'].map(
      (table) => `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
                FOR EACH STATEMENT EXECUTE FUNCTION append_only()`,
    ),

    ...createReadModel('wallet'),
    `ALTER TABLE wallet
     ADD ccy_code text NOT NULL,
     ADD balance_minor bigint NOT NULL CONSTRAINT wallet_never_below_zero CHECK (balance_minor >= 0),
     ADD CONSTRAINT one_wallet_per_currency UNIQUE (client_id, ccy_code)`,

    ...createReadModel('transaction'),
    `ALTER TABLE transaction ADD sort_date text NOT NULL, ADD sort_priority integer NOT NULL`,
    `CREATE UNIQUE INDEX transaction_chain ON transaction (client_id, sort_date DESC, sort_priority DESC)`,
    `CREATE INDEX transaction_of_wallet ON transaction ((data #>> '{wallet,id}'), sort_date DESC, sort_priority DESC)`,
  ],
  'the ledger is never dropped',
);
