import { pagesOf } from '../../api/pages.js';

/** Records of a request, and at most of a file. */
const PAGE = 1_000;
export const MOST_RECORDS = 50_000;

type Row = Readonly<Record<string, unknown>>;

/**
 * All records that a query finds, in the order of the list, as far as a file has them.
 * @param onRead how many so far
 * @throws Problem
 */
export async function recordsOf(
  path: string,
  q: string,
  onRead: (count: number) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const page of pagesOf<Row>(path, { limit: String(PAGE), ...(q && { q }) })) {
    rows.push(...page);
    onRead(rows.length);
    if (rows.length >= MOST_RECORDS) break;
  }
  return rows;
}

/** RFC 4180, a column for each field that has one value. @param fields dotted paths */
export const csvOf = (rows: readonly Row[], fields: readonly string[]): string =>
  [fields.join(','), ...rows.map((row) => fields.map((field) => cell(valueAt(row, field))).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');

const valueAt = (row: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);

/** Programs for tables execute texts that begin like a formula: those get an apostrophe before them. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
