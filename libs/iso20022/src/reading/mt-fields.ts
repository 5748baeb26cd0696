import type { ByteSource } from '../xml/byte-source.js';
import { textOf } from '../xml/text-of.js';
import { unreadable } from '../xml/unreadable-file.js';

/** A field of a SWIFT message: `61`, and its lines. */
export interface Field {
  readonly tag: string;
  readonly lines: readonly string[];
  readonly where: string;
}

/** Lines of a field, and characters of a line: no message has more, and a hostile file must not exhaust the memory. */
const MOST_LINES = 1_000;
const LONGEST_LINE = 10_000;
/** Blocks 1 to 3, and the beginning of block 4. */
const HEADERS = /^(\{[1235]:[^{}]*(\{[^{}]*\}[^{}]*)*\})*(\{4:)?/;

/**
 * The fields of the messages of a file, with null at the end of each message: after `-`, and before a further field 20.
 * Headers and trailers in braces, with which only some banks deliver, are left out.
 * @throws UnreadableFile
 */
export async function* fieldsOf(source: ByteSource): AsyncGenerator<Field | null> {
  let field: { tag: string; lines: string[]; where: string } | null = null;
  let number = 0;
  for await (const raw of linesOf(source)) {
    const where = `${source.name}, line ${++number}`;
    const line = raw.replaceAll('\u0001', '').replaceAll('\u0003', '').replace(HEADERS, '');
    const [, tag, rest] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    const isEnd = /^-(\}|$)/.test(line);
    if (tag === undefined && !isEnd) {
      if (line.trim() === '') continue;
      if (!field) unreadable(where, 'it does not begin with a field');
      if (field.lines.push(line) > MOST_LINES) unreadable(where, 'a field has too many lines');
      continue;
    }
    if (field) yield field;
    field = tag === undefined ? null : { tag, lines: [rest!], where };
    if (isEnd || tag === '20') yield null;
  }
  if (field) yield field;
  yield null;
}

async function* linesOf(source: ByteSource): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of textOf(source)) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    if ([...lines, rest].some(({ length }) => length > LONGEST_LINE))
      unreadable(source.name, 'a line is too long');
    yield* lines;
  }
  yield rest.replace(/\r$/, '');
}
