import { visible } from '@corridor/kernel';
import { UsageError } from './usage-error.js';

/** A record of a response. */
export type Row = Readonly<Record<string, unknown>>;

const GAP = '  ';
const MAX_WIDTH = 44;
const shown = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text === 'null' ? '-' : visible(text.replaceAll(/\s+/g, ' '));
};
const isShort = (value: unknown) => typeof value !== 'object' || value === null;

/** Records as lines under their names: the fields that are not lists or objects, as many as fit, without those that all lack. */
export function table(rows: readonly Row[], columns: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => rows.every((row) => isShort(row[name])) && rows.some((row) => (row[name] ?? null) !== null),
  );
  const widths = names.map((name) =>
    Math.min(MAX_WIDTH, Math.max(name.length, ...rows.map((row) => shown(row[name]).length))),
  );
  let used = 0;
  const fitting = names.filter((_, i) => (used += (widths[i] ?? 0) + GAP.length) <= columns + GAP.length);
  const line = (texts: readonly string[]) =>
    texts
      .map((text, i) => cut(text, widths[i] ?? 0).padEnd(widths[i] ?? 0))
      .join(GAP)
      .trimEnd();
  const lines = rows.map((row) => line(fitting.map((name) => shown(row[name]))));
  return [line(fitting), ...lines].map((one) => `${one}\n`).join('');
}

const cut = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

/** A record as lines `field  value`; fields of objects have dotted names. */
export function fields(record: unknown): string {
  const lines = flat(record, '');
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}${GAP}${value}\n`).join('');
}

function flat(value: unknown, name: string): [string, string][] {
  if (isShort(value)) return [[name, shown(value)]];
  if (Array.isArray(value) && value.every(isShort)) return [[name, value.map(shown).join(', ') || '-']];
  return Object.entries(value as object).flatMap(([key, one]) => flat(one, name ? `${name}.${key}` : key));
}

/** The field at a dotted path, as text; empty if it has no value. @throws UsageError if there is no such field */
export function fieldAt(row: Row, path: string): string {
  const value = path.split('.').reduce<unknown>((one, name) => {
    if (typeof one === 'object' && one !== null && name in one) return (one as Row)[name];
    throw new UsageError(`there is no field ${path}`);
  }, row);
  return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}
