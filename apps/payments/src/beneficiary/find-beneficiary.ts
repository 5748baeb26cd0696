import type { BeneficiaryResource } from '@corridor/payments-contract';
import type { Database } from '@corridor/event-store';

/**
 * The client's beneficiary of this id, bank details included; null for an unknown one and for one of another client.
 */
export async function findBeneficiary(
  database: Database,
  clientId: string,
  id: string,
): Promise<BeneficiaryResource | null> {
  const [row] = await database.query<{ data: BeneficiaryResource }>(
    'SELECT data FROM beneficiary WHERE id = $1 AND client_id = $2',
    [id, clientId],
  );
  return row?.data ?? null;
}
