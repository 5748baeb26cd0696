import { Api } from '../../support/api.js';
import { heldRow } from '../../support/held-row.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { program } from './shared.js';

test('while the row of one client in the ledger is held, no other client notices, and nothing is lost', () =>
  heldRow({
    operator: new Api(program.url, DEMO_STAFF),
    ledgerUrl: `${program.postgresUrl}/corridor_ledger`,
  }));
