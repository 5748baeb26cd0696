import { isUtf8 } from 'node:buffer';
import type { ByteSource } from './byte-source.js';
import { unreadable } from './unreadable-file.js';

/** Encodings that banks and publishers of lists use. */
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
 * The text of a file in chunks, without a byte order mark, read once. The encoding is that of the byte order mark or of the XML
 * declaration; otherwise UTF-8 or Windows-1252, which contains ISO-8859-1: the one in which the first character beyond ASCII is
 * written.
 * @throws UnreadableFile
 */
export async function* textOf(source: ByteSource): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  try {
    for await (const chunk of withStart(source)) {
      decoder ??= decoderOf(source, chunk);
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    if (!isOfDecoder(error)) throw error;
    unreadable(source.name, `it is not written in ${decoder?.encoding}`);
  }
}

type Decoder = Pick<InstanceType<typeof TextDecoder>, 'decode' | 'encoding'>;

const isOfDecoder = (error: unknown) =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

function decoderOf(source: ByteSource, chunk: Uint8Array): Decoder {
  const encoding = utf16In(chunk) ?? declaredIn(source, chunk);
  return encoding === null ? new UndeclaredDecoder() : new TextDecoder(encoding, { fatal: true });
}

function utf16In([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // `<` without a byte order mark.
  if (first === 0x3c && second === 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second === 0x3c && third === 0 ? 'utf-16be' : null;
}

function declaredIn(source: ByteSource, chunk: Uint8Array): string | null {
  const start = Buffer.from(chunk.subarray(0, START)).toString('utf8');
  const declaration = /^\uFEFF?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start);
  const declared = declaration?.[1]?.toLowerCase();
  if (declared === undefined) return null;
  if (!encodings.includes(declared)) unreadable(source.name, `its encoding, ${declared}, is not supported`);
  // Bytes in which the declaration can be read are not UTF-16.
  return declared.startsWith('utf-16') ? null : declared;
}

/** The chunks of a file, the first of which is long enough for the declaration if the file is. */
async function* withStart(source: ByteSource): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | null = new Uint8Array();
  for await (const chunk of source.read()) {
    if (start) start = Buffer.concat([start, chunk]);
    if (start && start.length < START) continue;
    yield start ?? chunk;
    start = null;
  }
  if (start && start.length > 0) yield start;
}

/** Reads ASCII until the first other character tells the encoding. */
class UndeclaredDecoder implements Decoder {
  private decoder: Decoder | null = null;
  /** The beginning of that character. */
  private held = new Uint8Array();

  get encoding() {
    return this.decoder?.encoding ?? 'us-ascii';
  }

  decode(chunk = new Uint8Array(), { stream = false } = {}): string {
    if (this.decoder) return this.decoder.decode(chunk, { stream });
    const bytes = Buffer.concat([this.held, chunk]);
    const at = bytes.findIndex((byte) => byte > 0x7f);
    if (at < 0) return bytes.toString('latin1');
    const character = bytes.subarray(at, at + lengthInUtf8(bytes[at]!));
    if (stream && character.length < lengthInUtf8(bytes[at]!)) {
      this.held = bytes.subarray(at);
      return bytes.toString('latin1', 0, at);
    }
    this.decoder = new TextDecoder(isUtf8(character) ? 'utf-8' : 'windows-1252', { fatal: true });
    return this.decoder.decode(bytes, { stream });
  }
}

/** @param first its first byte, which is not ASCII */
const lengthInUtf8 = (first: number): number => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2);
