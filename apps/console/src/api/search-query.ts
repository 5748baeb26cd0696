/** One condition, or a group of conditions, in the query language of the API (docs/search.md). */
const CONDITION = /^\s*(?:(?:AND|OR)\s*\(|[\w.]+\s*(?:[=!<>~^$]))/i;

/**
 * What somebody has typed, as a query of the API: a query as it is, and plain words as a search in some fields.
 * @param fields those that plain words are looked for in
 */
export function queryOf(typed: string, fields: readonly string[]): string {
  const text = typed.trim();
  if (text === '' || CONDITION.test(text)) return text;
  const value = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const conditions = fields.map((field) => `${field} ~ "${value}"`);
  return conditions.length === 1 ? (conditions[0] ?? '') : `OR(${conditions.join(',')})`;
}
