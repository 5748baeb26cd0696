import { type ByteSource, UnreadableFile, textOf } from '@corridor/iso20022/xml';
import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';

/** A row with the line on which it ends; a field can have several lines. */
export interface CsvRow {
  readonly fields: readonly string[];
  readonly line: number;
}

const CTRL_Z = '\u001A';

/** The rows of a CSV file (RFC 4180) as a stream. The Ctrl-Z with which OFAC ends files is no row. */
export async function* csvRows(file: ByteSource): AsyncGenerator<CsvRow> {
  const parser = parse({
    relaxColumnCount: true,
    skipEmptyLines: true,
    info: true,
    bom: true,
    relaxQuotes: false,
    trim: true,
    maxRecordSize: 1_000_000,
  });
  const rows = Readable.from(textOf(file))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      if (record.length > 1 || record[0] !== CTRL_Z) yield { fields: record, line: info.lines };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(`${file.name}: ${error.message}`, { cause: error });
  }
}
