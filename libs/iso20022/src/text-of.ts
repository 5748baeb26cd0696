import type { ByteSource } from './byte-source.js';
import { unreadable } from './unreadable-file.js';

/** Encodings in which banks write. */
const encodings = [
  'utf-8',
  'utf-16',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'us-ascii',
];
/** Bytes that contain the XML declaration. */
const START = 200;

/**
 * The text of a file in chunks, without a byte order mark. The encoding is that of the byte order mark, or of the XML
 * declaration; otherwise UTF-8 if the file is written in it, and Windows-1252, which contains ISO-8859-1, if it is not.
 * @throws UnreadableFile
 */
export async function* textOf(source: ByteSource): AsyncGenerator<string> {
  const encoding = (await declaredIn(source)) ?? ((await isUtf8(source)) ? 'utf-8' : 'windows-1252');
  yield* decoded(source, encoding);
}

async function* decoded(source: ByteSource, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of source.read()) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!isOfDecoder(error)) throw error;
    unreadable(source.name, `it is not written in ${encoding}`);
  }
}

const isOfDecoder = (error: unknown) =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

async function declaredIn(source: ByteSource): Promise<string | null> {
  const start = await startOf(source);
  const [first, second, third, fourth] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // `<` in UTF-16 without a byte order mark.
  if (first === 0x3c && second === 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  const declaration = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start.toString('latin1'));
  const declared = declaration?.[1]?.toLowerCase();
  if (declared === undefined) return null;
  if (!encodings.includes(declared)) unreadable(source.name, `its encoding, ${declared}, is not supported`);
  // Bytes in which the declaration can be read are not UTF-16.
  return declared.startsWith('utf-16') ? null : declared;
}

async function startOf(source: ByteSource): Promise<Buffer> {
  let start = Buffer.alloc(0);
  for await (const chunk of source.read()) {
    start = Buffer.concat([start, chunk]);
    if (start.length >= START) break;
  }
  return start.subarray(0, START);
}

async function isUtf8(source: ByteSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of source.read()) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (!isOfDecoder(error)) throw error;
    return false;
  }
}
