import type { Database } from '@corridor/event-store';
import { quoted } from '@corridor/http';
import { visible } from '@corridor/kernel';

/** Texts of others, which stay as they are, and ids of clients. */
const TEXTS_AND_IDS = /“[^”]*”|\bcli_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** The names of clients before their ids: services that describe an effect do not know the names of all clients. */
export async function withNames(effect: string, database: Database): Promise<string> {
  const ids = (effect.match(TEXTS_AND_IDS) ?? []).filter((one) => one.startsWith('cli_'));
  if (ids.length === 0) return effect;
  const rows = await database.query<{ id: string; name: string }>(
    'SELECT id, name FROM client WHERE id = ANY ($1)',
    [ids],
  );
  const names = new Map(rows.map(({ id, name }) => [id, visible(quoted(name))]));
  return effect.replace(TEXTS_AND_IDS, (one) => (names.has(one) ? `${names.get(one)} (${one})` : one));
}
