import type { FastifyRequest } from 'fastify';

/** The path of a request as it was sent, without the query. */
export const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split(/[?#]/, 1)[0] ?? '/';
