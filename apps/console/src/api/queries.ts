import { queryOptions } from '@tanstack/react-query';
import { type Found, get, getOne } from './request.js';
import type { Identity, Timeline } from './records.js';

/** Rows of a page of a list. */
export const PAGE_SIZE = 25;

export interface Search {
  readonly q?: string;
  readonly page?: number;
  readonly limit?: number;
}

/** A page of a collection, newest first. @param path such as `/v1/payments` */
export const searchQuery = <Row>(path: string, { q = '', page = 1, limit = PAGE_SIZE }: Search = {}) =>
  queryOptions({
    queryKey: [path, q, page, limit],
    queryFn: () => {
      const parameters = new URLSearchParams({ limit: String(limit), offset: String((page - 1) * limit) });
      if (q) parameters.set('q', q);
      return get<Found<Row>>(`${path}?${parameters.toString()}`);
    },
  });

/**
 * Whatever somebody has put into an address instead of an id is looked for in this collection alone.
 * @param collection such as `/v1/payments`
 */
export const recordPath = (collection: string, id: string): string =>
  `${collection}/${encodeURIComponent(id)}`;

/** @param path such as `/v1/payments/pmt_01` */
export const recordQuery = <Row>(path: string) =>
  queryOptions({ queryKey: [path], queryFn: () => getOne<Row>(path) });

export const identityQuery = () => recordQuery<Identity>('/v1/auth/who-am-i');

/** Events come within a second or so after the change that they are about, so it is asked for again while it is shown. */
export const timelineQuery = (id: string) =>
  queryOptions({
    ...recordQuery<Timeline>(recordPath('/v1/timeline', id)),
    refetchInterval: 3_000,
  });
