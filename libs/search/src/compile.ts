import type { Field, Step } from './catalogue.js';
import { type Filter, type Test, testsOf } from './check.js';
import { candidates } from './candidates.js';
import type { Cursor } from './cursor.js';
import type { Operand } from './operand.js';
import type { Sort } from './sort.js';

/**
 * Fields with their own column: of a number type for a Number, otherwise text in the collation "C". All others are read
 * from `data`.
 */
export type Columns = Readonly<Record<string, string>>;

/**
 * A table of longer texts of the records, in upper case as they are compared, which triggers of the read model's table
 * write. Searches for parts of them read it instead of the documents, by an index of trigrams where the server has one.
 */
export interface Texts {
  readonly table: string;
  /** Columns by field. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Fields that have their value from another record as long as a condition holds, and their own value afterwards. */
export interface Followed {
  /** The read model of the records. */
  readonly table: string;
  /** Whether a record follows the other one, by columns that the other tables do not have. */
  readonly while: string;
  /** The column with the id of the other record. */
  readonly by: string;
  /** The read model of the other records, and its texts. */
  readonly other: { readonly table: string; readonly texts: Texts };
  /** For each field, the name of that of the other record. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Generates SQL from known field names and parameters. Nothing that a caller wrote becomes part of its text.
 * Comparisons are those of {@link compare}; `!=` and `!~` are true exactly where `==` and `~` are not.
 */
export class Compiler {
  readonly values: unknown[] = [];

  /** `isRead`: conditions are on its rows, and not on the records that have them. */
  private texts: (Texts & { readonly client: string | null; readonly isRead: boolean }) | null = null;

  constructor(
    private readonly columns: Columns,
    private readonly followed: Followed | null = null,
  ) {}

  /** @param client the parameter with the client's id; null for the texts of all clients */
  readTexts(texts: Texts, client: string | null): void {
    this.texts = { ...texts, client, isRead: false };
  }

  /**
   * The filter as a condition on the table of texts, which has a row for each record; null if it is about anything else. Two
   * texts are equal only if their documents say so, and a text of another record is not in it.
   */
  filterOfTexts(filter: Filter): string | null {
    const isAnswered = ({ field, operator }: Test) =>
      this.texts?.columns[field.name] !== undefined &&
      this.followed?.fields[field.name] === undefined &&
      operator !== '==' &&
      operator !== '!=';
    if (!this.texts || !testsOf(filter).every(isAnswered)) return null;
    const texts = this.texts;
    this.texts = { ...texts, isRead: true };
    const condition = this.filter(filter);
    this.texts = texts;
    return condition;
  }

  parameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  filter(filter: Filter): string {
    if (!('groupOperator' in filter)) return this.test(filter);
    return `(${filter.conditions.map((one) => this.filter(one)).join(` ${filter.groupOperator} `)})`;
  }

  /** A condition that is created in code. */
  equals(field: Field, value: string): string {
    return this.test({ field, operator: '==', value, operand: { kind: 'text', text: value } });
  }

  /** `field DESC, id DESC`, so that an index of this order is used for a field that is never null. */
  order(order: readonly Sort[]): string {
    return order.map((sort) => `${this.sortable(sort.field)} ${direction(sort)}`).join(', ');
  }

  /** The id as `found`, and what else is sorted by as `key0`, `key1` … */
  keys(order: readonly Sort[]): string {
    const keys = order.map((sort, i) => (isId(sort) ? [] : `${this.sortable(sort.field)} AS key${i}`));
    return ['id AS found', ...keys.flat()].join(', ');
  }

  /** The same order of these. */
  orderOfKeys(order: readonly Sort[]): string {
    return order.map((sort, i) => `${isId(sort) ? 'found' : `key${i}`} ${direction(sort)}`).join(', ');
  }

  /** The records after the keys of a cursor in an order. */
  after(order: readonly Sort[], { keys }: Cursor): string {
    const isOneWay = order.every(({ field, order: one }) => one === order[0]?.order && !field.isNullable);
    if (isOneWay) {
      const ours = order.map(({ field }) => this.sortable(field)).join(', ');
      const theirs = order.map(({ field }, i) => this.key(field, keys[i] ?? null)).join(', ');
      return `(${ours}) ${order[0]?.order === 'ASC' ? '>' : '<'} (${theirs})`;
    }
    const steps = order.map((sort, i) => {
      const before = order.slice(0, i).map((one, j) => this.same(one, keys[j] ?? null));
      return [...before, this.beyond(sort, keys[i] ?? null)].join(' AND ');
    });
    return `(${steps.join(' OR ')})`;
  }

  private test({ field, operator, operand }: Test): string {
    const positive = operator === '!=' ? '==' : operator === '!~' ? '~' : operator;
    const meets = (text: string) => this.compare(field, text, positive, operand);
    const sql = field.isMany
      ? anyItem(field.path, meets)
      : (this.textMeets(field, positive, operand) ?? meets(this.text(field)));
    return positive === operator ? sql : `(${sql}) IS NOT TRUE`;
  }

  /** Whether a value, read as text, meets a positive operator. Null meets none. */
  private compare(field: Field, text: string, operator: string, operand: Operand): string {
    switch (operand.kind) {
      case 'day':
      case 'moment':
        return this.compareDates(field, text, operator.replace('d', ''), operand);
      case 'number':
        return `${text}::numeric ${operator === '==' ? '=' : operator} ${this.parameter(operand.text)}::numeric`;
      default:
        return this.compareTexts(text, operator, this.parameter(operand.text));
    }
  }

  /**
   * The same as {@link compareTexts} for a text of {@link Texts}. `LIKE` finds candidates for the index, which
   * folds them to lower case; Σ, the only letter that this maps by its position, is an S there.
   */
  private textMeets(field: Field, operator: string, { text }: Operand): string | null {
    const column = this.texts?.columns[field.name];
    if (!this.texts || !column) return null;
    const { table, client, isRead } = this.texts;
    const tenant = isOf(client, 'client_id');
    const value = this.parameter(text);
    const like = this.parameter(candidates(operator, text));
    const meets = (one: string) =>
      `${this.compareFolded(one, operator, folded(value))} AND translate(${one}, 'Σ', 'S') LIKE translate(${folded(like)}, 'Σ', 'S')`;
    if (isRead) return `(${meets(column)})`;
    const found =
      this.foundByOther(field, { table, columns: { [field.name]: column } }, meets) ??
      `id IN (SELECT id FROM ${table} WHERE ${tenant}${meets(column)})`;
    return operator === '==' ? `(${found} AND ${this.text(field)} = ${value})` : found;
  }

  /** The records whose text meets a condition: that of the other record, or their own. One list, so that its index is used. */
  private foundByOther({ name }: Field, own: Texts, meets: (column: string) => string): string | null {
    const { followed, texts } = this;
    const theirs = followed?.other.texts.columns[followed.fields[name] ?? ''];
    const ours = own.columns[name];
    if (!followed || !texts || !theirs || !ours) return null;
    const { table, by, other } = followed;
    const isOurs = (column: string) => isOf(texts.client, column);
    return `id IN (
      SELECT own.id FROM ${own.table} AS texts JOIN ${table} AS own ON own.id = texts.id
      WHERE ${isOurs('texts.client_id')}${meets(ours)} AND NOT ${followed.while}
      UNION ALL SELECT own.id FROM ${table} AS own WHERE ${isOurs('own.client_id')}${followed.while}
        AND own.${by} IN (SELECT id FROM ${other.texts.table} WHERE ${isOurs('client_id')}${meets(theirs)}))`;
  }

  /** Only equality is case-sensitive. Upper case, because it maps each letter independently. */
  private compareTexts(text: string, operator: string, value: string): string {
    return operator === '=='
      ? `${text} = ${value}`
      : this.compareFolded(folded(text), operator, folded(value));
  }

  private compareFolded(within: string, operator: string, part: string): string {
    switch (operator) {
      case '==':
        return `${within} = ${part}`;
      case '~':
        return `strpos(${within}, ${part}) > 0`;
      case '^=':
        return `starts_with(${within}, ${part})`;
      default:
        return `right(${within}, length(${part})) = ${part}`;
    }
  }

  /**
   * If either side is a date, dates are compared; otherwise timestamps. As text, the timestamps of a day are at or
   * after `2026-11-21` and before `2026-11-21~`.
   */
  private compareDates(
    { name, isDay }: Field,
    text: string,
    operator: string,
    { kind, text: date }: Operand,
  ): string {
    const ours = text === this.columns[name] ? text : `${text} COLLATE "C"`;
    if (isDay || kind === 'moment') {
      return `${ours} ${operator === '==' ? '=' : operator} ${this.parameter(isDay ? date.slice(0, 10) : date)}`;
    }
    const from = () => this.parameter(date);
    const to = () => this.parameter(`${date}~`);
    switch (operator) {
      case '==':
        return `(${ours} >= ${from()} AND ${ours} < ${to()})`;
      case '<':
        return `${ours} < ${from()}`;
      case '<=':
        return `${ours} < ${to()}`;
      case '>':
        return `${ours} >= ${to()}`;
      default:
        return `${ours} >= ${from()}`;
    }
  }

  /** A field outside of lists, as text. */
  private text(field: Field): string {
    const own = this.columns[field.name] ?? `(data #>> '${pathOf(field.path)}')`;
    const { followed } = this;
    const path = followed?.fields[field.name]?.replaceAll('.', ',');
    return followed && path
      ? `(CASE WHEN ${followed.while}
           THEN (SELECT other.data #>> '{${path}}' FROM ${followed.other.table} AS other WHERE other.id = ${followed.by})
           ELSE ${own} END)`
      : own;
  }

  private sortable(field: Field): string {
    const column = this.columns[field.name];
    return column ?? this.text(field) + (field.type === 'Number' ? '::numeric' : ' COLLATE "C"');
  }

  private key(field: Field, key: string | null): string {
    return `${this.parameter(key)}::${field.type === 'Number' ? 'numeric' : 'text'}`;
  }

  private same({ field }: Sort, key: string | null): string {
    const ours = this.sortable(field);
    return key === null ? `${ours} IS NULL` : `${ours} = ${this.key(field, key)}`;
  }

  /** Nulls come last: nothing is beyond them. */
  private beyond({ field, order }: Sort, key: string | null): string {
    if (key === null) return 'false';
    const ours = this.sortable(field);
    const further = `${ours} ${order === 'ASC' ? '>' : '<'} ${this.key(field, key)}`;
    return field.isNullable ? `(${further} OR ${ours} IS NULL)` : further;
  }
}

/** The condition on the client before others; none for all clients. */
const isOf = (client: string | null, column: string): string =>
  client === null ? '' : `${column} = ${client} AND `;

const isId = ({ field }: Sort): boolean => field.name === 'id';

const direction = ({ field, order }: Sort): string => order + (field.isNullable ? ' NULLS LAST' : '');

const folded = (text: string): string => `upper(${text}::text COLLATE "und-x-icu")`;

/** Whether any item of the list, or of nested lists, meets a condition. */
function anyItem(path: readonly Step[], meets: (text: string) => string): string {
  const lists: string[] = [];
  let [from, rest] = ['data', path];
  for (let end = rest.findIndex(isList); end >= 0; end = rest.findIndex(isList)) {
    const list = `${from} #> '${pathOf(rest.slice(0, end + 1))}'`;
    from = `item${lists.length + 1}.value`;
    lists.push(
      `json_array_elements(CASE json_typeof(${list}) WHEN 'array' THEN ${list} END) AS item${lists.length + 1}`,
    );
    rest = rest.slice(end + 1);
  }
  return `EXISTS (SELECT FROM ${lists.join(', ')} WHERE ${meets(`(${from} #>> '${pathOf(rest)}')`)})`;
}

const isList = (step: Step): boolean => step.isList;

/** The names come from the schemas; anything else is rejected here. */
const pathOf = (path: readonly Step[]): string => {
  if (path.some(({ name }) => !/^\w+$/.test(name))) throw new Error('a field has a name that is none');
  return `{${path.map(({ name }) => name).join(',')}}`;
};
