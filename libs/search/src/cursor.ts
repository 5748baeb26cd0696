import { createHash } from 'node:crypto';
import type { Sort } from './sort.js';

/** Where the next page begins: after a given record, independent of inserts and deletes before it. */
export interface Cursor {
  /** The sort values of the last record, field by field. */
  readonly keys: readonly (string | null)[];
  /** How many records came before the next page. */
  readonly offset: number;
  /** The total of the first page; it is not counted again. */
  readonly total: number;
}

/**
 * Opaque text. It fits only the search that it came from (`scope`: client, collection, query, order). It is neither
 * secret nor authenticated: a client that forges one gets a page of its own records from another position.
 */
export function encodeCursor({ keys, offset, total }: Cursor, scope: string): string {
  const content = JSON.stringify([offset, total, ...keys]);
  return Buffer.from(digest(content, scope) + content).toString('base64url');
}

/** @returns null for text that {@link encodeCursor} did not create for this scope and order */
export function decodeCursor(text: string, scope: string, order: readonly Sort[]): Cursor | null {
  const decoded = Buffer.from(text, 'base64url').toString();
  const content = decoded.slice(DIGEST_LENGTH);
  if (decoded !== digest(content, scope) + content) return null;
  const [offset, total, ...keys] = contentOf(content);
  const fits = keys.length === order.length && order.every((sort, i) => isKey(keys[i], sort));
  return fits && isCount(offset) && isCount(total) ? { keys: keys as Cursor['keys'], offset, total } : null;
}

function contentOf(json: string): readonly unknown[] {
  try {
    const content: unknown = JSON.parse(json);
    return Array.isArray(content) ? content : [];
  } catch {
    return [];
  }
}

const DIGEST_LENGTH = 16;

const digest = (content: string, scope: string): string =>
  createHash('sha256').update(`${content}\n${scope}`).digest('base64url').slice(0, DIGEST_LENGTH);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const NUMBER = /^-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,2})?$/;

/** Values passed to the database must have their field's type, even in a forged cursor. */
function isKey(key: unknown, { field }: Sort): boolean {
  if (key === null) return field.isNullable;
  if (typeof key !== 'string' || key.includes('\0')) return false;
  return field.type !== 'Number' || NUMBER.test(key);
}

/** The sort values of a record. */
export const keysOf = (record: object, order: readonly Sort[]): (string | null)[] =>
  order.map(({ field }) => {
    const value = field.path.reduce<unknown>(
      (part, { name }) => (part as Record<string, unknown> | null)?.[name],
      record,
    );
    return value === null || value === undefined ? null : String(value as string | number | boolean);
  });
