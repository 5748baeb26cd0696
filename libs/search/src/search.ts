import type { TObject } from 'typebox';
import type { FieldIssue } from '@corridor/kernel';
import type { Catalogue } from './catalogue.js';
import { type Filter, check } from './check.js';
import { type Cursor, decodeCursor } from './cursor.js';
import { echo } from './echo.js';
import type { Read } from './parse.js';
import { LISTED, type Place, issue } from './query.js';
import { type RequestedSort, type Sort, checkSorts, sortNames, wholeOrder } from './sort.js';

/** What can be searched. */
export interface Searchable {
  /** In paths: `payments`. */
  readonly name: string;
  /** To read it: `payments:read`. */
  readonly permission: string;
  /** JSON Schema of a record as in lists. */
  readonly item: TObject;
  readonly catalogue: Catalogue;
  /** The default order. */
  readonly defaultOrder: readonly Sort[];
  /** Indexed fields: each has a column and an index, or is one of the texts. */
  readonly indexed: readonly string[];
  /** Fields that are unique per client, including `id`. */
  readonly unique: readonly string[];
}

/** A requested search, of either form. */
export interface RequestedSearch {
  readonly query: Read;
  readonly sorts: readonly (RequestedSort | FieldIssue)[];
  readonly offset: number;
  readonly limit: number;
  readonly cursor: { readonly text: string; readonly place: Place } | null;
}

/** A checked search. */
export interface Search {
  readonly filter: Filter | null;
  /** The requested sorts, and the resulting total order. */
  readonly sorts: readonly Sort[];
  readonly order: readonly Sort[];
  readonly offset: number;
  readonly limit: number;
  /** Set for pages after the first one. */
  readonly after: Cursor | null;
  /** The scope of its cursors. */
  readonly scope: string;
}

/**
 * Checks the requested search against the collection. All issues are reported at once.
 * @param listed where the caller can look up the fields
 */
export function searchOf(
  searchable: Searchable,
  { query, sorts: requested, offset, limit, cursor }: RequestedSearch,
  within: string,
  listed = LISTED,
): { readonly search: Search; readonly issues: readonly FieldIssue[] } {
  const { catalogue, defaultOrder } = searchable;
  const { filter, issues } = filterOf(catalogue, query, listed);
  const sorting = checkSorts(catalogue, requested, listed);
  const sorts = sorting.sorts.length > 0 ? sorting.sorts : defaultOrder;
  const order = wholeOrder(searchable, sorts);
  const search = { filter, sorts, order, offset, limit, after: null, scope: '' };
  if (issues.length + sorting.issues.length > 0) return { search, issues: [...issues, ...sorting.issues] };
  const scope = JSON.stringify([within, echo(filter), sortNames(sorts)]);
  return continued({ ...search, scope }, cursor);
}

function filterOf(catalogue: Catalogue, query: Read, listed: string) {
  if ('issues' in query) return { filter: null, issues: query.issues };
  return query.query ? check(catalogue, query.query, listed) : { filter: null, issues: [] };
}

function continued(search: Search, cursor: RequestedSearch['cursor']) {
  if (!cursor) return { search, issues: [] };
  const refused = (code: string, detail: string) => ({ search, issues: [issue(cursor.place, code, detail)] });
  if (search.offset > 0)
    return refused('not_with_offset', 'A cursor says where to begin: leave the offset out.');
  const after = decodeCursor(cursor.text, search.scope, search.order);
  if (!after) return refused('wrong_cursor', 'Must be the nextCursor of a page of the same query and order.');
  return { search: { ...search, after, offset: after.offset }, issues: [] };
}
