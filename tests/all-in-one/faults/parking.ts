import pg from 'pg';
import { Api } from '../../support/api.js';
import { parkedInstruction } from '../../support/parked-instruction.js';
import { OPERATOR_KEY, program } from './shared.js';

test('a reaction that fails for one instruction stops that one only, until an operator redrives it', () =>
  parkedInstruction({
    operator: () => new Api(program.url, { 'x-operator-key': OPERATOR_KEY }),
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
