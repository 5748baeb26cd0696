import type { ReadModel } from '@corridor/event-store';
import { beneficiaries } from './beneficiary.view.js';

/**
 * Records that show, and are found by, their current beneficiary until they end (interface-spec 1).
 * @param open the statuses before that; the view of the database has the same
 */
export const followsBeneficiary = (
  table: string,
  open: readonly string[],
): Required<Pick<ReadModel, 'source' | 'follows'>> => ({
  source: `${table}_now`,
  follows: {
    table,
    while: `(status IN (${open.map((status) => `'${status}'`).join(', ')}))`,
    by: 'beneficiary_id',
    other: beneficiaries,
    fields: {
      'beneficiary.displayName': 'displayName',
      'beneficiary.bankCountryCode': 'bankAccount.bankCountryCode',
    },
  },
});
