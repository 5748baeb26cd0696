import { decimalText, isCurrency, parseAmount, visible } from '@corridor/kernel';
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

/**
 * Records as lines under their names: as many fields as fit, those first that people look for, without those that all lack. An amount
 * is `EUR 12.30`, an object with a name that name; other objects are left out.
 */
export function table(rows: readonly Row[], columns: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) =>
      rows.every((row) => cell(row[name]) !== undefined) && rows.some((row) => cell(row[name]) !== '-'),
  );
  const sorted = names.toSorted((a, b) => rank(rows, a) - rank(rows, b));
  return drawn(rows, sorted, columns, MAX_WIDTH);
}

/** Columns of these names, as many as fit. */
function drawn(rows: readonly Row[], names: readonly string[], columns: number, widest: number): string {
  let left = columns + GAP.length;
  const fitting = names.flatMap((name) => {
    const texts = [name, ...rows.map((row) => cell(row[name]) ?? '')];
    const width = Math.min(widest, Math.max(...texts.map((text) => text.length)));
    if (width + GAP.length > left) return [];
    left -= width + GAP.length;
    return [texts.map((text) => cut(text, width).padEnd(width))];
  });
  const line = (at: number) =>
    fitting
      .map((texts) => texts[at])
      .join(GAP)
      .trimEnd();
  return [0, ...rows.map((_, i) => i + 1)].map((at) => `${line(at)}\n`).join('');
}

/** What a table shows of a value; undefined if it has no place there. */
function cell(value: unknown): string | undefined {
  if (isShort(value)) return shown(value);
  if (Array.isArray(value)) return value.every(isShort) ? value.map(shown).join(', ') || '-' : undefined;
  const { ccyCode, value: amount, name, displayName, names } = value as Row;
  if (typeof ccyCode === 'string' && isDecimal(amount)) return moneyText({ ccyCode, value: Number(amount) });
  return [name, displayName, names].map((one) => (one === undefined ? one : cell(one))).find(Boolean);
}

/** A number of the API, or the same as text, as the SDK has it. */
const isDecimal = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));

/** `EUR 12.30` */
export function moneyText({ ccyCode, value }: { ccyCode: string; value: number | string }): string {
  const amount = isCurrency(ccyCode) ? parseAmount(ccyCode, Number(value)) : undefined;
  return visible(`${ccyCode} ${typeof amount === 'object' ? decimalText(amount) : value}`);
}

/** Where a column is in a table: the id, the state, amounts, names, everything else, ids of other records. */
function rank(rows: readonly Row[], name: string): number {
  if (name === 'id') return 0;
  if (name === 'status' || name === 'outcome') return 1;
  const value = rows.map((row) => row[name]).find((one) => one !== null);
  if (!isShort(value) && !Array.isArray(value)) return 'ccyCode' in (value as Row) ? 2 : 3;
  return /Id$|^uetr$|^digest$/.test(name) ? 5 : 4;
}

const cut = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

/** What happened, of an event of a timeline. */
const STORY = ['occurredOn', 'service', 'summary', 'actor'];

/** What was booked, of a transaction of a statement. */
const BOOKED = ['completedOn', 'signedAmount', 'balance', 'triggeredByAction', 'reason', 'id'];

/**
 * A record as lines `field  value`; fields of objects have dotted names. A list of objects is a table below its name if it fits with all
 * that it has; events are told by their summaries, transactions by what was booked.
 */
export function fields(record: unknown, columns: number): string {
  const parts = flat(record, '', columns);
  const width = Math.max(...parts.map(([name, , isTable]) => (isTable ? 0 : name.length)));
  return parts
    .map(([name, value, isTable]) =>
      isTable ? `\n${name}\n${value}\n` : `${name.padEnd(width)}${GAP}${value}\n`,
    )
    .join('')
    .replaceAll('\n\n\n', '\n\n')
    .replaceAll(/^\n+|(?<=\n)\n+$/g, '');
}

type Part = readonly [name: string, value: string, isTable?: true];

function flat(value: unknown, name: string, columns: number): Part[] {
  if (isShort(value)) return [[name, shown(value)]];
  if (Array.isArray(value)) {
    if (value.every(isShort)) return [[name, value.map(shown).join(', ') || '-']];
    const rows = tableOf(value, columns);
    if (rows !== null) return [[name, rows, true]];
  }
  return Object.entries(value as object).flatMap(([key, one]) =>
    flat(one, name ? `${name}.${key}` : key, columns),
  );
}

/** Null for a list that is no table. */
function tableOf(list: readonly unknown[], columns: number): string | null {
  if (list.some((one) => isShort(one) || Array.isArray(one))) return null;
  const rows = list as readonly Row[];
  if (rows.every((row) => 'summary' in row)) return drawn(rows, STORY, Infinity, Infinity);
  if (rows.every((row) => 'signedAmount' in row)) return drawn(rows, BOOKED, Infinity, Infinity);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (!rows.every((row) => names.every((name) => isWhole(row[name])))) return null;
  const whole = drawn(rows, names, Infinity, Infinity);
  return whole.split('\n').every((line) => line.length <= columns) ? whole : null;
}

/** Whether a table shows all of it. */
const isWhole = (value: unknown): boolean =>
  isShort(value) ||
  (Array.isArray(value)
    ? value.every(isShort)
    : Object.keys(value as object).every((key) => ['id', 'name', 'ccyCode', 'value'].includes(key)) &&
      cell(value) !== undefined);

/** The field at a dotted path, as text; empty if it has no value. @throws UsageError if there is no such field */
export function fieldAt(row: Row, path: string): string {
  const value = path.split('.').reduce<unknown>((one, name) => {
    if (typeof one === 'object' && one !== null && name in one) return (one as Row)[name];
    throw new UsageError(`there is no field ${path}`);
  }, row);
  return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}
