import type { FieldIssue } from '@corridor/kernel';
import type { Operator } from './operators.js';

/** A location in a request: a JSON pointer into the body, or `?q` and the index of a character in it. */
export type Place = Pick<FieldIssue, 'pointer' | 'position'>;

export interface Placed<Value> {
  readonly value: Value;
  readonly place: Place;
}

/** A parsed query of either form, not yet checked against the fields of a collection. */
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

/** Decisions §5. The outermost group has nesting 1. */
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

/** Text of the caller, truncated for error messages. */
export const quoted = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;

/** Where a caller can look up the fields: a client, or a member of staff. */
export const LISTED = 'GET /v1/reference-data/search-fields lists them';
export const LISTED_FOR_STAFF = 'GET /operator/v1/search-fields lists them';
