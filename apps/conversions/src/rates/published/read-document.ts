import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A document of reference rates has 2 kB. */
export const LIMIT_BYTES = 256 * 1024;
const DEADLINE_MS = 10_000;

/**
 * Reads a document from a URL or a file, as UTF-8, with a size limit and a deadline for the whole read.
 * @throws Error with the reason
 */
export async function readDocument(location: string, deadlineMs = DEADLINE_MS): Promise<string> {
  const bytes = /^https?:/.test(location) ? await fetched(location, deadlineMs) : await fromFile(location);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('it is not written in UTF-8');
  }
}

async function fetched(url: string, deadlineMs: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/xml' } });
    if (response.status !== 200) throw new Error(`the response was ${response.status}`);
    return await atMost(LIMIT_BYTES, response.body ?? []);
  } catch (error) {
    if (signal.aborted) throw new Error(`it did not come within ${deadlineMs} ms`, { cause: error });
    throw causeOf(error);
  }
}

async function fromFile(location: string): Promise<Buffer> {
  const path = location.startsWith('file:') ? fileURLToPath(location) : location;
  // Does not wait for a writer if it is a pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new Error('it is no file');
    return await atMost(LIMIT_BYTES, file.createReadStream({ autoClose: false }));
  } finally {
    await file.close();
  }
}

async function atMost(
  limit: number,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limit) throw new Error(`it is larger than ${limit} bytes`);
    kept.push(chunk);
  }
  return Buffer.concat(kept);
}

/** `fetch failed` is not helpful; its cause is. */
const causeOf = (error: unknown): Error => ((error as Error).cause as Error | undefined) ?? (error as Error);
