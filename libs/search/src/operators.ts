import type { SearchType } from '@corridor/contracts';

/** interface-spec 4.1, row by row: the name in a POST, the symbol in a GET, and the field types that support it. */
export const operators = {
  Equals: { symbol: '==', types: ['Id', 'String', 'Number', 'Boolean', 'Date', 'Enum'] },
  DoesNotEqual: { symbol: '!=', types: ['String', 'Number', 'Boolean', 'Date', 'Enum'] },
  GreaterThan: { symbol: '>', types: ['Number', 'Date'] },
  GreaterThanOrEqual: { symbol: '>=', types: ['Number', 'Date'] },
  LessThan: { symbol: '<', types: ['Number', 'Date'] },
  LessThanOrEqual: { symbol: '<=', types: ['Number', 'Date'] },
  Contains: { symbol: '~', types: ['String'] },
  DoesNotContain: { symbol: '!~', types: ['String'] },
  StartsWith: { symbol: '^=', types: ['String'] },
  EndsWith: { symbol: '$=', types: ['String'] },
  Before: { symbol: '<d', types: ['Date'] },
  OnOrBefore: { symbol: '<=d', types: ['Date'] },
  After: { symbol: '>d', types: ['Date'] },
  OnOrAfter: { symbol: '>=d', types: ['Date'] },
} as const satisfies Record<string, { readonly symbol: string; readonly types: readonly SearchType[] }>;

export type OperatorName = keyof typeof operators;
export type Operator = (typeof operators)[OperatorName]['symbol'];

export const operatorNames = Object.keys(operators) as OperatorName[];
export const symbols: readonly Operator[] = Object.values(operators).map(({ symbol }) => symbol);

const allowed = (type: SearchType) =>
  Object.values(operators).filter(({ types }) => (types as readonly SearchType[]).includes(type));

/** The operators of a type, in the order of the specification. */
export const operatorsOf = (type: SearchType): readonly Operator[] =>
  allowed(type).map(({ symbol }) => symbol);

export const nameOf = (operator: Operator): OperatorName =>
  operatorNames.find((name) => operators[name].symbol === operator) as OperatorName;
