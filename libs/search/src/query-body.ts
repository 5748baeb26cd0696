import type { FieldIssue } from '@corridor/kernel';
import { type OperatorName, operatorNames, operators } from './operators.js';
import { type Read, TOO_MANY } from './parse.js';
import {
  type Condition,
  MAX_CONDITIONS,
  MAX_NESTING,
  MAX_QUERY_BYTES,
  type Query,
  issue,
  quoted,
} from './query.js';

/**
 * Reads the `query` of a POST search (interface-spec 4.1): a condition, or a group of conditions and groups. All issues
 * are reported at once.
 * @param pointer its position in the body
 */
export function readQueryBody(query: unknown, pointer = '#/query'): Read {
  if (query === undefined || query === null) return { query: null };
  const reader = new Reader();
  const read = reader.read(query, pointer, 1);
  return reader.issues.length > 0 ? { issues: reader.issues } : { query: read };
}

class Reader {
  readonly issues: FieldIssue[] = [];
  private conditions = 0;
  private bytes = 0;

  read(node: unknown, pointer: string, nesting: number): Query {
    if (!isRecord(node)) {
      this.addIssue(pointer, 'not_an_object', 'Must be a condition or a group.');
      return NOTHING;
    }
    return 'groupOperator' in node || 'conditions' in node
      ? this.group(node, pointer, nesting)
      : this.condition(node, pointer);
  }

  private group(node: Record<string, unknown>, pointer: string, nesting: number): Query {
    this.knows(node, pointer, ['groupOperator', 'conditions']);
    const { groupOperator, conditions } = node;
    if (groupOperator !== 'AND' && groupOperator !== 'OR') {
      this.addIssue(`${pointer}/groupOperator`, 'not_allowed', 'Must be AND or OR.');
    }
    if (!Array.isArray(conditions) || conditions.length === 0) {
      this.addIssue(
        `${pointer}/conditions`,
        'not_a_list',
        'Must be an array of at least one condition or group.',
      );
      return NOTHING;
    }
    if (nesting > MAX_NESTING) {
      this.addIssue(pointer, 'too_deep', `Groups can be nested at most ${MAX_NESTING} levels deep.`);
      return NOTHING;
    }
    const read: Query[] = [];
    for (const [i, one] of conditions.entries()) {
      if (this.conditions > MAX_CONDITIONS) break;
      read.push(this.read(one, `${pointer}/conditions/${i}`, nesting + 1));
    }
    return { groupOperator: groupOperator as 'AND', conditions: read };
  }

  private condition(node: Record<string, unknown>, pointer: string): Condition {
    this.conditions += 1;
    if (this.conditions === MAX_CONDITIONS + 1) this.addIssue(pointer, 'too_many_conditions', TOO_MANY);
    this.knows(node, pointer, ['field', 'operator', 'value']);
    const [field, operator, value] = [
      this.text(node, 'field', pointer),
      this.text(node, 'operator', pointer),
      this.text(node, 'value', pointer),
    ];
    if (typeof node['operator'] === 'string' && !Object.hasOwn(operators, operator.value)) {
      this.addIssue(operator.place.pointer, 'not_allowed', `Must be one of ${operatorNames.join(', ')}.`);
    }
    const symbol = operators[operator.value as OperatorName]?.symbol;
    return { field, operator: { value: symbol, place: operator.place }, value };
  }

  private text(node: Record<string, unknown>, name: string, above: string) {
    const pointer = `${above}/${name}`;
    const text = Object.hasOwn(node, name) ? node[name] : undefined;
    if (text === undefined || text === null) this.addIssue(pointer, 'required', 'This field is required.');
    else if (typeof text !== 'string') this.addIssue(pointer, 'not_text', 'Must be a string.');
    else if (UNSTORABLE.test(text))
      this.addIssue(pointer, 'unprintable', 'Must not contain NUL or an unpaired surrogate.');
    else this.measure(text, pointer);
    return { value: typeof text === 'string' ? text : '', place: { pointer } };
  }

  private measure(text: string, pointer: string): void {
    const before = this.bytes;
    this.bytes += Buffer.byteLength(text);
    if (before <= MAX_QUERY_BYTES && this.bytes > MAX_QUERY_BYTES)
      this.addIssue(
        pointer,
        'too_long',
        `The texts of a query have at most ${MAX_QUERY_BYTES} bytes together.`,
      );
  }

  private knows(node: Record<string, unknown>, pointer: string, names: readonly string[]): void {
    const others = Object.keys(node).filter((name) => !names.includes(name));
    for (const name of others.slice(0, MAX_CONDITIONS))
      this.addIssue(
        `${pointer}/${escaped(name)}`,
        'unknown_field',
        `There is no field ${quoted(name)} here.`,
      );
  }

  private addIssue(pointer: string, code: string, detail: string): void {
    this.issues.push(issue({ pointer }, code, detail));
  }
}

/** NUL, and lone surrogates, which have no UTF-8 form. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

const NOTHING: Query = { groupOperator: 'AND', conditions: [] };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A name as part of a JSON pointer (RFC 6901), kept short. */
const escaped = (name: string): string => name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
