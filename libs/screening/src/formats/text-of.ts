import { isUtf8 } from 'node:buffer';
import { unreadable } from './unreadable-list.js';
import type { ListFile } from './read-list.js';

/** Encodings that publishers use or have used. */
const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1', 'us-ascii'];
/** Bytes that contain the XML declaration. */
const START = 200;

/**
 * The text of a file in chunks, without a byte order mark. The encoding is that of the byte order mark or of the XML
 * declaration, otherwise UTF-8 or Windows-1252, which OFAC used for its CSV files: the one in which the first character
 * beyond ASCII is written.
 */
export async function* textOf(file: ListFile): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  try {
    for await (const chunk of withStart(file)) {
      decoder ??= decoderOf(file, chunk);
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    unreadable(file.name, `it is not written in ${decoder?.encoding}`);
  }
}

type Decoder = Pick<InstanceType<typeof TextDecoder>, 'decode' | 'encoding'>;

function decoderOf(file: ListFile, start: Uint8Array): Decoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  const declared = /^\uFEFF?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    new TextDecoder('utf-8').decode(start.subarray(0, START)),
  )?.[1];
  if (declared === undefined) return new UndeclaredDecoder();
  if (encodings.includes(declared.toLowerCase())) return new TextDecoder(declared, { fatal: true });
  return unreadable(file.name, `its encoding, ${declared}, is not supported`);
}

/** The chunks of a file, the first of which is long enough for the declaration if the file is. */
async function* withStart(file: ListFile): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | null = new Uint8Array();
  for await (const chunk of file.read()) {
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
