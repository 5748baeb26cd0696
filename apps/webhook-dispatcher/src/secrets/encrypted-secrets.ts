import { Database } from '@corridor/event-store';
import { Job, type SecretCount, type SecretUse } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { KeyRing, UNNAMED } from './key-ring.js';

/** A column with encrypted values. All members are SQL and come from the code. */
interface Place {
  readonly table: string;
  readonly where: string;
  readonly ciphertext: string;
  readonly set: string;
}

/** The SQL of `keyIdOf`; the migration has indexes on it. */
export const keyIdSql = (ciphertext: string): string =>
  `CASE WHEN strpos(${ciphertext}, ':') > 0 THEN split_part(${ciphertext}, ':', 1) ELSE '${UNNAMED}' END`;

/** The secrets that sign attempts, the events that contain them, and the stored responses that show them. */
export const places: readonly Place[] = [
  { table: 'endpoint', where: 'true', ciphertext: 'sealed_secret', set: 'sealed_secret = given.next' },
  {
    table: 'events',
    where: `type IN ('created', 'secret_rotated')`,
    ciphertext: `(data ->> 'sealedSecret')`,
    set: 'data = replace(data::text, given.old, given.next)::json', // keeps the rest of the text unchanged
  },
  {
    table: 'idempotency_key',
    where: `response NOT LIKE '{%'`,
    ciphertext: 'response',
    set: 'response = given.next',
  },
];

const HOUR_MS = 3_600_000;
/** Limits how long one statement blocks others. */
const PAGE = 200;

/** The encrypted values of the database and their keys; re-encrypts them with the current key. */
@Injectable()
export class EncryptedSecrets extends Job implements SecretUse {
  readonly setting = 'WEBHOOK_SECRET_KEY';
  readonly what = 'signing secrets of webhooks, in endpoints, events and stored responses';
  readonly endsWith = null;

  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
  ) {
    super(HOUR_MS);
  }

  /** @throws Error if a value cannot be decrypted, so that it is noticed at the start and not at each attempt */
  async check(): Promise<void> {
    for (const place of places)
      for (const id of await this.keysIn(place)) {
        if (!this.keys.has(id))
          throw new Error(
            `WEBHOOK_SECRET_KEY has no key ${id}, and webhook secrets are still encrypted with it: add "${id}:<key>" again` +
              (id === UNNAMED ? ' (a key that was set without an id has the id 0)' : ''),
          );
        const [sample] = await this.page(place, id, 1);
        if (sample) this.keys.decrypt(sample.ciphertext);
      }
  }

  override async onApplicationBootstrap(): Promise<void> {
    await super.onApplicationBootstrap();
    void this.task.turn();
  }

  /** Re-encrypts values of other keys with the current key. */
  override async turn(): Promise<void> {
    let count = 0;
    for (const place of places)
      for (const id of await this.keysIn(place))
        if (id !== this.keys.current) count += await this.move(place, id);
    if (count > 0)
      this.log.log(`${count} webhook secrets are now encrypted with the key ${this.keys.current}`);
  }

  async count(): Promise<SecretCount> {
    let [total, earlier] = [0, 0];
    for (const { table, where, ciphertext } of places) {
      const [row] = await this.database.query<{ total: number; earlier: number }>(
        `SELECT count(*)::int AS total, count(*) FILTER (WHERE ${keyIdSql(ciphertext)} <> $1)::int AS earlier
         FROM ${table} WHERE ${where}`,
        [this.keys.current],
      );
      total += row?.total ?? 0;
      earlier += row?.earlier ?? 0;
    }
    return { total, earlier };
  }

  /** A page of one place. What commands have changed meanwhile is left to the next call. @returns how many values; 0 at the end */
  async rotateSome(): Promise<number> {
    for (const place of places)
      for (const id of await this.keysIn(place)) {
        if (id === this.keys.current) continue;
        const { moved } = await this.movePage(place, id);
        if (moved > 0) return moved;
      }
    return 0;
  }

  private async keysIn({ table, where, ciphertext }: Place): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT DISTINCT ${keyIdSql(ciphertext)} AS id FROM ${table} WHERE ${where}`,
    );
    return rows.map(({ id }) => id);
  }

  private page({ table, where, ciphertext }: Place, key: string, limit: number) {
    return this.database.query<{ row: string; ciphertext: string }>(
      `SELECT ctid::text AS row, ${ciphertext} AS ciphertext FROM ${table}
       WHERE ${where} AND ${keyIdSql(ciphertext)} = $1 LIMIT $2`,
      [key, limit],
    );
  }

  private async move(place: Place, key: string): Promise<number> {
    for (let all = 0; ;) {
      const { found, moved } = await this.movePage(place, key);
      all += moved;
      if (found < PAGE || moved === 0) return all; // values changed meanwhile are left to the next turn
    }
  }

  private async movePage(place: Place, key: string): Promise<{ found: number; moved: number }> {
    const rows = await this.page(place, key, PAGE);
    let moved = 0;
    for (const { row, ciphertext } of rows) moved += await this.rewrite(place, row, ciphertext);
    return { found: rows.length, moved };
  }

  /** One row per statement, and only if it is unchanged since it was read: no lock is held while waiting for another. */
  private async rewrite({ table, where, ciphertext, set }: Place, row: string, old: string): Promise<number> {
    const next = this.keys.encrypt(this.keys.decrypt(old));
    const rows = await this.database.query(
      `UPDATE ${table} SET ${set} FROM (SELECT $2::text AS old, $3::text AS next) AS given
       WHERE ${table}.ctid = $1::tid AND ${where} AND ${ciphertext} = given.old RETURNING 1`,
      [row, old, next],
    );
    return rows.length;
  }
}
