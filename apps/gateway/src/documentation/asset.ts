import { createHash } from 'node:crypto';
import { Encoded, codingFor } from '@corridor/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Something that is the same for everybody until the next release. */
export interface Asset {
  readonly type: string;
  readonly content: Encoded;
  /** Of the uncompressed bytes; a weak one if the client accepts compressed ones. */
  readonly etag: string;
}

export const asset = (type: string, content: string | Buffer): Asset => {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
  return { type, content: new Encoded(content), etag };
};

/** Made for the first request: only who serves a document needs the build to have made it. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Made again only if it is asked for something else. */
export function keptFor<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let kept: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (kept?.key !== key) kept = { key, value: make(key) };
    return kept.value;
  };
}

/** Sends it, or says that the caller has it already. Caches must revalidate it each time. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content, etag }: Asset,
): void {
  const isCompressed = codingFor(request) !== null;
  reply.header('etag', isCompressed ? `W/${etag}` : etag).header('cache-control', 'public, no-cache');
  if (knows(request.headers['if-none-match'], etag)) reply.status(304).send();
  else content.send(request, reply.header('content-type', type));
}

const knows = (sent: string | undefined, etag: string): boolean =>
  (sent ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
