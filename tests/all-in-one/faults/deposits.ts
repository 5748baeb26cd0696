import pg from 'pg';
import { Api } from '../../support/api.js';
import { killedDeposits } from '../../support/killed-deposits.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { program } from './shared.js';

test('deposits of a program that is killed while their transfers are requested move once', () =>
  killedDeposits({
    operator: () => new Api(program.url, DEMO_STAFF),
    ledgerUrl: `${program.postgresUrl}/corridor_ledger`,
    async conversions(text) {
      const database = new pg.Client({ connectionString: `${program.postgresUrl}/corridor_conversions` });
      await database.connect();
      const { rows } = await database.query(text);
      await database.end();
      return rows;
    },
    kill: () => program.end('SIGKILL'),
    start: () => program.start(),
  }));
