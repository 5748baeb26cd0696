import type { Database } from '@corridor/event-store';
import { type Money, money, moneyText, refuse } from '@corridor/kernel';

interface Costs {
  readonly clientId: string;
  readonly conversionId: string;
  readonly amount: Money;
}

interface Side {
  readonly clientId: string;
  /** Null in a conversion that was closed out: nothing was exchanged. */
  readonly ccyCode: string | null;
  readonly minor: string | null;
}

/**
 * Costs of a conversion are not for another client, in a third currency or above what was exchanged. The ledger knows what it has
 * exchanged: the amounts of a conversion that was not, or was closed out, are not compared.
 * @returns whether the ledger knows the conversion, and so whose it is
 * @throws Refusal `invalid_request`
 */
export async function checkConversion(
  database: Database,
  { clientId, conversionId, amount }: Costs,
): Promise<boolean> {
  const sides = await database.query<Side>(
    `SELECT transfer.client_id AS "clientId", wallet.ccy_code AS "ccyCode", wallet.minor::text AS minor
     FROM transfer LEFT JOIN (
       SELECT transfer_id, posting.ccy_code, abs(amount_minor) AS minor
       FROM posting JOIN account ON account.id = account_id AND kind = 'wallet'
       WHERE transfer_id = $1
     ) AS wallet ON transfer_id = transfer.id
     WHERE transfer.id = $1 ORDER BY 2`,
    [conversionId],
  );
  if (sides.some((one) => one.clientId !== clientId))
    throw invalid('conversionId', 'unknown', 'Must be a conversion of the client.');
  const exchanged = sides.flatMap(({ ccyCode, minor }) =>
    ccyCode === null || minor === null ? [] : [money(ccyCode, BigInt(minor))],
  );
  if (exchanged.length === 0) return sides.length > 0;
  const most = exchanged.find(({ ccyCode }) => ccyCode === amount.ccyCode);
  const ccyCodes = exchanged.map(({ ccyCode }) => ccyCode).join(' or ');
  if (!most) throw invalid('ccyCode', 'not_allowed', `Must be a currency of the conversion: ${ccyCodes}.`);
  if (amount.minor > most.minor)
    throw invalid(
      'amount',
      'out_of_range',
      `Must be at most ${moneyText(most)}, the amount of the conversion.`,
    );
  return true;
}

function invalid(field: string, code: string, detail: string) {
  const issue = { pointer: `#/${field}`, code, detail };
  return refuse('invalid_request', `${issue.pointer}: ${detail}`, { errors: [issue] });
}
