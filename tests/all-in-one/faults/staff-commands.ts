import pg from 'pg';
import { Api } from '../../support/api.js';
import { killedApprovals, killedCommand } from '../../support/killed-staff-commands.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { program } from './shared.js';

const mortal = {
  operator: () => new Api(program.url, DEMO_STAFF),
  async query(service: string, text: string) {
    const database = new pg.Client({ connectionString: `${program.postgresUrl}/corridor_${service}` });
    await database.connect();
    const { rows } = await database.query<object>(text);
    await database.end();
    return rows;
  },
  kill: () => program.end('SIGKILL'),
  start: () => program.start(),
};

test('a command of a program that is killed while it is executed is in the audit, without an outcome', () =>
  killedCommand(mortal));

test('a command that was approved takes effect once, although the program is killed', () =>
  killedApprovals(mortal));
