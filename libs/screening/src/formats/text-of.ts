import { unreadable } from './unreadable-list.js';
import type { ListFile } from './read-list.js';

/** Encodings that publishers use or have used. */
const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1', 'us-ascii'];

/**
 * The text of a file in chunks, without a byte order mark. The encoding is that of the byte order mark or of the XML
 * declaration, otherwise UTF-8 and, if the file is no valid UTF-8, Windows-1252, which OFAC used for its CSV files.
 */
export async function* textOf(file: ListFile): AsyncGenerator<string> {
  const encoding = await encodingOf(file);
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of file.read()) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    unreadable(file.name, `it is not written in ${encoding}`);
  }
}

async function encodingOf(file: ListFile): Promise<string> {
  const start = await firstBytes(file, 200);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const declared = /^\uFEFF?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    new TextDecoder('utf-8').decode(start),
  )?.[1];
  if (declared === undefined) return (await isUtf8(file)) ? 'utf-8' : 'windows-1252';
  if (encodings.includes(declared.toLowerCase())) return declared;
  return unreadable(file.name, `its encoding, ${declared}, is not supported`);
}

async function firstBytes(file: ListFile, count: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file.read()) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= count) break;
  }
  return Buffer.concat(chunks).subarray(0, count);
}

async function isUtf8(file: ListFile): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of file.read()) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
