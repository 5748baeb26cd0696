import { Api } from '../../support/api.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { heldRow } from '../../support/held-row.js';
import { composition } from '../support/shared.js';

test('while the row of one client in the ledger is held, no other client notices, and nothing is lost', () => {
  const ledgerUrl = new URL(composition.databaseUrl);
  ledgerUrl.pathname = '/corridor_ledger';
  return heldRow({
    operator: new Api(composition.url, DEMO_STAFF),
    ledgerUrl: ledgerUrl.href,
  });
});
