import { quotedIn } from '../../support/runbook.js';
import { alerts, command, sql } from './shared.js';

alerts.test('CorridorLedgerImbalance: somebody has changed the sums by hand', async () => {
  const changed = (minor: number) =>
    sql(
      'ledger',
      `INSERT INTO book_day_change SELECT (jsonb_populate_record(NULL::book_day_change, to_jsonb(one) || '{"minor": ${minor}, "postings": 0}')).*
       FROM (SELECT * FROM book_day ORDER BY ccy_code, minor LIMIT 1) AS one`,
    );
  const proof = async () => (await command(quotedIn('CorridorLedgerImbalance', 'corridor books proof'))).data;
  await alerts.drill(
    ['CorridorLedgerImbalance'],
    () => changed(5),
    async () => {
      expect((await proof()).isProven).toBe(false);
      await changed(-5);
      expect((await proof()).isProven).toBe(true);
    },
  );
});
