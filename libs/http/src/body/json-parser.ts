import { Refusal } from '@corridor/kernel';
import type { FastifyInstance } from 'fastify';
import { readJson } from './read-json.js';
import { Unreadable } from './unreadable.js';

/** Maximum size of a request body, in bytes (decisions §1). */
export const BODY_LIMIT_BYTES = 100_000;

/** Reads only JSON bodies: any other content type gets 415. */
export function readJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (request, bytes, done) => {
      request.bytes = bytes as Buffer;
      done(null, readOrExplain(request.bytes));
    },
  );
}

function readOrExplain(bytes: Buffer): unknown {
  try {
    return readJson(bytes);
  } catch (error) {
    if (error instanceof Refusal) return new Unreadable(error);
    throw error;
  }
}
