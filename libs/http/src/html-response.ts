import { Encoded } from './encoded.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The pages load nothing and run no scripts. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

export const sendPage = (reply: FastifyReply, body: string): FastifyReply =>
  new Encoded(body).send(
    reply.request,
    reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY),
  );

/** Nest cannot declare a path with a trailing slash. */
export const redirectTrailingSlash = (fastify: FastifyInstance, path: string): FastifyInstance =>
  fastify.get(`${path}/`, (_request, reply) => reply.redirect(path, 301));

/**
 * Whether to respond with HTML instead of JSON: if the request prefers it, as browsers do. curl accepts everything alike
 * and gets JSON, as do SDKs.
 */
export function wantsHtml({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('vary', 'accept');
  const accept = headers.accept ?? '';
  return qualityOf('text', 'html', accept) > qualityOf('application', 'json', accept);
}

/** The quality that an `Accept` header gives to a type: that of its most specific range (RFC 9110, 12.5.1). */
function qualityOf(type: string, subtype: string, accept: string): number {
  const ranges = accept.split(',').map((range) => range.toLowerCase().split(';'));
  for (const wanted of [`${type}/${subtype}`, `${type}/*`, '*/*']) {
    const found = ranges.find(([name = '']) => name.trim() === wanted);
    if (found) return Number(/^\s*q=([\d.]+)\s*$/.exec(found.at(-1) ?? '')?.[1] ?? 1);
  }
  return 0;
}
