import type { FastifyRequest } from 'fastify';

/** The path of a request as it was sent, without the query. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
