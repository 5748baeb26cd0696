import type { Chance } from '@corridor/testing';
import type { Leaf, Query, SortBy } from './evaluate.fixture.js';

/** interface-spec 4.1, the columns of the table. */
const orders = ['GreaterThan', 'GreaterThanOrEqual', 'LessThan', 'LessThanOrEqual'];
const operatorsOf: Record<Leaf['type'], readonly string[]> = {
  Id: ['Equals'],
  String: ['Equals', 'DoesNotEqual', 'Contains', 'DoesNotContain', 'StartsWith', 'EndsWith'],
  Number: ['Equals', 'DoesNotEqual', ...orders],
  Boolean: ['Equals', 'DoesNotEqual'],
  Date: ['Equals', 'DoesNotEqual', ...orders, 'Before', 'OnOrBefore', 'After', 'OnOrAfter'],
  Enum: ['Equals', 'DoesNotEqual'],
};

const junk = [
  '',
  ' ',
  '%',
  '_',
  '\\',
  '\\\\',
  "'",
  '"',
  '\\"',
  'x"\\',
  '%x%',
  'ß',
  'SS',
  'ς',
  'İ',
  'é',
  '👩',
  'a,b)',
  '\n',
  '[None]',
];

/** Searches that are likely to match: most of their values are taken from the records, whole or in part. */
export class RandomSearches {
  constructor(
    private readonly chance: Chance,
    private readonly leaves: readonly Leaf[],
    private readonly seen: ReadonlyMap<string, readonly string[]>,
  ) {}

  query(nesting = 0): Query {
    const { chance } = this;
    if (nesting === 8 || chance.happens(nesting === 0 ? 0.4 : 0.7)) return this.condition();
    const count = 1 + chance.below(chance.happens(0.02) ? 6 : 3);
    const conditions = Array.from({ length: count }, () => this.query(nesting + 1));
    return { groupOperator: chance.of(['AND', 'OR']), conditions };
  }

  sorts(): SortBy[] {
    const { chance } = this;
    const sortable = this.leaves.filter(({ isInList }) => !isInList);
    const count = chance.happens(0.5) ? 0 : 1 + chance.below(3);
    return Array.from({ length: count }, () => ({
      field: this.anyCase(chance.of(sortable).path),
      order: chance.of(['ASC', 'DESC'] as const),
    }));
  }

  private condition(): Query {
    const leaf = this.chance.of(this.leaves);
    return {
      field: this.anyCase(leaf.path),
      operator: this.chance.of(operatorsOf[leaf.type]),
      value: this.value(leaf),
    };
  }

  private anyCase(name: string): string {
    return this.chance.happens(0.8) ? name : this.chance.of([name.toLowerCase(), name.toUpperCase()]);
  }

  private value(leaf: Leaf): string {
    const { chance } = this;
    const seen = chance.of(this.seen.get(leaf.path) ?? []) as string | undefined;
    switch (leaf.type) {
      case 'Boolean':
        return chance.of(['true', 'false']);
      case 'Enum':
        return chance.of(leaf.values);
      case 'Number':
        return this.number(seen ?? '0');
      case 'Date':
        return this.date(seen ?? '2026-11-21');
      default:
        return seen === undefined || chance.happens(0.1) ? chance.of(junk) : this.piece(seen, leaf.type);
    }
  }

  private number(seen: string): string {
    return this.chance.of([
      seen,
      seen,
      `${seen}${seen.includes('.') ? '' : '.'}0`,
      `${seen.replace('-', '')}`,
      '0',
      '-0.0',
      '1000',
      '99999999999999',
    ]);
  }

  private date(seen: string): string {
    const day = seen.slice(0, 10);
    const near = new Date(Date.parse(day) + (this.chance.below(5) - 2) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const moment = seen.length > 10 ? seen : `${day}T12:00:00.000`;
    return this.chance.of([
      day,
      near,
      moment,
      `${moment}Z`,
      moment.slice(0, 16),
      moment.slice(0, 19),
      `${moment}000001`,
      `${near}T00:00`,
    ]);
  }

  private piece(seen: string, type: string): string {
    const { chance } = this;
    if (type === 'Id' || chance.happens(0.4)) return seen;
    const characters = [...seen];
    const from = chance.below(characters.length + 1);
    const piece = chance
      .of([
        characters.slice(from, from + 1 + chance.below(6)),
        characters.slice(0, from),
        characters.slice(from),
      ])
      .join('');
    return chance.of([piece, piece, piece.toUpperCase(), piece.toLowerCase()]);
  }
}

const symbols: Record<string, string> = {
  Equals: '==',
  DoesNotEqual: '!=',
  GreaterThan: '>',
  GreaterThanOrEqual: '>=',
  LessThan: '<',
  LessThanOrEqual: '<=',
  Contains: '~',
  DoesNotContain: '!~',
  StartsWith: '^=',
  EndsWith: '$=',
  Before: '<d',
  OnOrBefore: '<=d',
  After: '>d',
  OnOrAfter: '>=d',
};

/** The same query in the form of a GET. Quotation marks, and backslashes before one, are escaped. */
export function asText(query: Query, space = ' '): string {
  if ('groupOperator' in query)
    return `${query.groupOperator}(${query.conditions.map((one) => asText(one, space)).join(`,${space}`)})`;
  let value = '';
  for (let i = 0, slashes = 0; i <= query.value.length; i++) {
    const character = query.value[i];
    if (character === '\\') slashes++;
    else {
      const isMark = character === '"' || character === undefined;
      value += '\\'.repeat(isMark ? slashes * 2 : slashes);
      value += character === '"' ? '\\"' : (character ?? '');
      slashes = 0;
    }
  }
  return `${query.field}${space}${symbols[query.operator]}${space}"${value}"`;
}

export const conditionsIn = (query: Query): number =>
  'groupOperator' in query ? query.conditions.reduce((sum, one) => sum + conditionsIn(one), 0) : 1;
