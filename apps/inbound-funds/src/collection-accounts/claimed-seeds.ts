import type { Database } from '@corridor/event-store';
import type { OpenedWallet } from './collection-accounts.js';
import { type Route, type Seeds, internationalRoute, localRoutes } from './routes.js';

/** Each further collision is as unlikely as the first: reaching the last candidate is a defect. */
const CANDIDATES = 16;

/**
 * Two ids can hash to the same number: the first one keeps it, the other uses its next candidate. The claims commit
 * with the accounts; a redelivery finds its own claims and returns the same seeds.
 *
 * Pounds need no claim beyond the client's: their account is the one inside the international IBAN.
 */
export async function claimedSeeds(
  database: Database,
  { walletId, client, ccyCode }: Omit<OpenedWallet, 'openedOn'>,
): Promise<Seeds> {
  const international = (seed: string) => internationalRoute({ client: seed });
  const clientSeed = await claimedSeed(database, client.id, international);

  const local = localRoutes[ccyCode];
  if (!local || ccyCode === 'GBP') return { client: clientSeed, wallet: walletId };
  const wallet = await claimedSeed(database, walletId, (seed) => local({ client: clientSeed, wallet: seed }));
  return { client: clientSeed, wallet };
}

async function claimedSeed(
  database: Database,
  owner: string,
  routeOf: (seed: string) => Route,
): Promise<string> {
  for (let candidate = 0; candidate < CANDIDATES; candidate++) {
    const seed = candidate === 0 ? owner : `${owner} ${candidate}`;
    if (await claim(database, owner, routeOf(seed))) return seed;
  }
  throw new RangeError(`${owner}: ${CANDIDATES} account numbers in a row belong to others`);
}

/** @returns whether the owner has the number, newly or already */
async function claim(
  database: Database,
  owner: string,
  { routingCode, accountNumber }: Route,
): Promise<boolean> {
  await database.query(
    `INSERT INTO account_number (routing_code, account_number, owner) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [routingCode, accountNumber, owner],
  );
  // A separate statement: it sees the row of a concurrent claim that the insert has waited for.
  const [held] = await database.query<{ owner: string }>(
    `SELECT owner FROM account_number WHERE routing_code = $1 AND account_number = $2`,
    [routingCode, accountNumber],
  );
  return held?.owner === owner;
}
