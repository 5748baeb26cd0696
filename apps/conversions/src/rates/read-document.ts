import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A document of reference rates has 2 kB, that of a feed 5 kB. */
export const LIMIT_BYTES = 256 * 1024;
const DEADLINE_MS = 10_000;

/**
 * Reads a document from a URL or a file, as UTF-8, with a size limit and a deadline for the whole read.
 * @throws Error with the reason
 */
export async function readDocument(location: string, deadlineMs = DEADLINE_MS): Promise<string> {
  return (await new DocumentReader(location, deadlineMs).read()) ?? '';
}

/** Reads the versions of a document. */
export class DocumentReader {
  /** What a server has said about the version that was read last. */
  private validators: Readonly<Record<string, string>> = {};

  constructor(
    private readonly location: string,
    private readonly deadlineMs: number,
  ) {}

  /** As {@link readDocument}; null if the server says that it has not changed. */
  async read(): Promise<string | null> {
    if (!/^https?:/.test(this.location)) return textOf(await fromFile(this.location));
    const version = await fetched(this.location, this.deadlineMs, this.validators);
    if (!version) return null;
    const text = textOf(version.bytes);
    this.validators = version.validators;
    return text;
  }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('it is not written in UTF-8');
  }
}

async function fetched(url: string, deadlineMs: number, validators: Readonly<Record<string, string>>) {
  const signal = AbortSignal.timeout(deadlineMs);
  const headers = { accept: 'application/json, application/xml', ...validators };
  try {
    const response = await fetch(url, { signal, redirect: 'error', headers });
    if (response.status === 304 && Object.keys(validators).length > 0) return null;
    if (response.status !== 200) throw new Error(`the response was ${response.status}`);
    return {
      bytes: await atMost(LIMIT_BYTES, response.body ?? []),
      validators: validatorsOf(response.headers),
    };
  } catch (error) {
    if (signal.aborted) throw new Error(`it did not come within ${deadlineMs} ms`, { cause: error });
    throw causeOf(error);
  }
}

function validatorsOf(headers: Headers): Record<string, string> {
  const [tag, modified] = [headers.get('etag'), headers.get('last-modified')];
  return { ...(tag && { 'if-none-match': tag }), ...(modified && { 'if-modified-since': modified }) };
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
