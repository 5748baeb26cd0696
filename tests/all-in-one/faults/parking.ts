import pg from 'pg';
import { Api } from '../../support/api.js';
import { parkedInstruction } from '../../support/parked-instruction.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { program } from './shared.js';

test('a reaction that fails for one instruction stops that one only, until an operator redrives it', () =>
  parkedInstruction({
    operator: () => new Api(program.url, DEMO_STAFF),
    async conversions(text) {
      const database = new pg.Client({ connectionString: `${program.postgresUrl}/corridor_conversions` });
      await database.connect();
      await database.query(text);
      await database.end();
    },
    async restart() {
      await program.end('SIGKILL');
      await program.start();
    },
  }));
