import type { ByteSource } from '../xml/byte-source.js';
import { textOf } from '../xml/text-of.js';
import { unreadable } from '../xml/unreadable-file.js';
import { type Found, eachElement } from '../xml/elements.js';
import { readStatementMt } from './mt940.js';
import type { BankRecord } from './records.js';
import { statementReader } from './statement.js';
import { returnReader, statusReader } from './status.js';

/** Reads the elements of a message. */
export interface MessageReader {
  readonly names: ReadonlySet<string>;
  read(found: Found): BankRecord[];
  /** What is left when the message ends. */
  end(): BankRecord[];
}

/** By the element in `Document` that names the message. */
const readers: Readonly<Record<string, () => MessageReader>> = {
  CstmrPmtStsRpt: statusReader,
  FIToFIPmtStsRpt: statusReader,
  PmtRtr: returnReader,
  BkToCstmrAcctRpt: statementReader,
  BkToCstmrStmt: statementReader,
  BkToCstmrDbtCdtNtfctn: statementReader,
};

/**
 * Reads a file of a bank as a stream: pain.002, pacs.002, pacs.004, camt.052, camt.053, camt.054, several in one file or in an
 * envelope, or MT940 and MT942. What comes before a defect is passed on.
 * @throws UnreadableFile that says where and why
 */
export async function* readBankFile(source: ByteSource): AsyncGenerator<BankRecord> {
  const start = await firstCharacter(source);
  if (start === null) unreadable(source.name, 'it is empty');
  if (start === '<') yield* readMessages(source);
  else if (start === ':' || start === '{') yield* readStatementMt(source);
  else unreadable(source.name, 'it is neither XML nor an MT940 or MT942');
}

async function firstCharacter(source: ByteSource): Promise<string | null> {
  for await (const chunk of textOf(source)) {
    const [first] = chunk.replaceAll('\u0001', '').trimStart();
    if (first !== undefined) return first;
  }
  return null;
}

async function* readMessages(source: ByteSource): AsyncGenerator<BankRecord> {
  // Elements of one message have no meaning in another: the reader is chosen at the first, and ends with its message.
  let reader: MessageReader | null = null;
  let messages = 0;
  for await (const found of eachElement(source, allNames)) {
    const { element, parents, where } = found;
    if (element.name in readers) {
      messages++;
      if (parents.at(-1)?.name !== 'Document') unreadable(where, `<${element.name}> is not in a <Document>`);
      yield* reader?.end() ?? [];
      reader = null;
      continue;
    }
    const message = parents.find(({ name }) => name in readers);
    if (!message) unreadable(where, `<${parents[0]?.name ?? element.name}> is no message that is read`);
    reader ??= readers[message.name]!();
    if (reader.names.has(element.name)) yield* reader.read(found);
  }
  if (messages === 0) unreadable(source.name, 'it has no message that is read');
}

const allNames = new Set([
  ...Object.keys(readers),
  ...Object.values(readers).flatMap((reader) => [...reader().names]),
]);
