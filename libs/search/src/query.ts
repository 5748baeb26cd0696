import type { FieldIssue } from '@corridor/kernel';
import type { Operator } from './operators.js';

/** Where something stands in a request: a JSON pointer into the body, or `?q` and the index of a character in it. */
export type Place = Pick<FieldIssue, 'pointer' | 'position'>;

export interface Placed<Value> {
  readonly value: Value;
  readonly place: Place;
}

/** A query as it was written, in either form: of the right shape, but not yet held against the fields of a collection. */
export type Query = Condition | Group;

export interface Condition {
  readonly field: Placed<string>;
  readonly operator: Placed<Operator>;
  readonly value: Placed<string>;
}

export interface Group {
  readonly groupOperator: GroupOperator;
  readonly conditions: readonly Query[];
}

export type GroupOperator = 'AND' | 'OR';

/** Decisions §5. A group in no other is at nesting 1. */
export const MAX_CONDITIONS = 50;
export const MAX_NESTING = 8;
export const MAX_QUERY_BYTES = 8192;

export const conditionsOf = (query: Query): readonly Condition[] =>
  'groupOperator' in query ? query.conditions.flatMap(conditionsOf) : [query];

export const issue = (place: Place, code: string, detail: string): FieldIssue => ({
  ...place,
  code,
  detail,
});

/** What a caller wrote, short enough to be said back. */
export const quoted = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;

/** Where a caller finds the fields. */
export const LISTED = 'GET /v1/reference-data/search-fields lists them';
