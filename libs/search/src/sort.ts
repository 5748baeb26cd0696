import type { FieldIssue } from '@corridor/kernel';
import type { Catalogue, Field } from './catalogue.js';
import { type Place, issue, quoted, LISTED } from './query.js';

/** One column of an order. Nulls come last in either direction. */
export interface Sort {
  readonly field: Field;
  readonly order: SortDirection;
}

export type SortDirection = 'ASC' | 'DESC';

/** A requested sort, with its location for issues. */
export interface RequestedSort {
  readonly field: string;
  readonly order: SortDirection;
  readonly place: Place;
}

export const MAX_SORTS = 10;

/** `fieldName:ASC` of a GET's `sortBy`. */
export function parseSort(text: string, place: Place): RequestedSort | FieldIssue {
  const [, field = '', order = ''] = /^([\w.]+):(ASC|DESC)$/i.exec(text.trim()) ?? [];
  return field
    ? { field, order: order.toUpperCase() as SortDirection, place }
    : issue(place, 'malformed_sort', `Expected fieldName:ASC or fieldName:DESC, not ${quoted(text)}.`);
}

/** The requested fields, each once; repeated fields have no effect. */
export function checkSorts(
  catalogue: Catalogue,
  requested: readonly (RequestedSort | FieldIssue)[],
  listed = LISTED,
) {
  const issues: FieldIssue[] = [];
  const sorts = new Map<string, Sort>();
  for (const one of requested) {
    if ('code' in one) {
      issues.push(one);
      continue;
    }
    const { field: name, order, place } = one;
    const field = catalogue.find(name);
    if (!field)
      issues.push(issue(place, 'unknown_field', `There is no field ${quoted(name)} to sort by: ${listed}.`));
    else if (field.isMany)
      issues.push(
        issue(place, 'not_sortable', `${field.name} is in a list: a record has several values of it.`),
      );
    else if (!sorts.has(field.name)) sorts.set(field.name, { field, order });
  }
  return { sorts: [...sorts.values()], issues };
}

/**
 * A total order over the records of a client, so that pages never overlap: the id is the tie-break, in the direction of
 * the last sort.
 */
export function wholeOrder({ catalogue, unique }: Distinct, sorts: readonly Sort[]): readonly Sort[] {
  const end = sorts.findIndex(({ field }) => unique.includes(field.name));
  if (end >= 0) return sorts.slice(0, end + 1);
  return [...sorts, { field: catalogue.get('id'), order: sorts.at(-1)?.order ?? 'DESC' }];
}

interface Distinct {
  readonly catalogue: Catalogue;
  /** Fields that are unique per client, including `id`. */
  readonly unique: readonly string[];
}

/** In the form of `meta.sortBy`. */
export const sortNames = (sorts: readonly Sort[]): string[] =>
  sorts.map(({ field, order }) => `${field.name}:${order}`);
