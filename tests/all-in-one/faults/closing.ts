import pg from 'pg';
import { Api } from '../../support/api.js';
import { killedClosing } from '../../support/killed-closing.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { program } from './shared.js';

test('a client is closed once, although the program is killed while the ledger is asked', () =>
  killedClosing({
    operator: () => new Api(program.url, DEMO_STAFF),
    ledgerUrl: `${program.postgresUrl}/corridor_ledger`,
    async inboundFunds(text) {
      const database = new pg.Client({ connectionString: `${program.postgresUrl}/corridor_inbound_funds` });
      await database.connect();
      const { rows } = await database.query(text);
      await database.end();
      return rows;
    },
    kill: () => program.end('SIGKILL'),
    start: () => program.start(),
  }));
