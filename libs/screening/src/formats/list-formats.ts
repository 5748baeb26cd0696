import { type ByteSource, unreadable } from '@corridor/iso20022/xml';
import type { ListEntry } from '../entry.js';
import { euXml } from './eu-xml.js';
import { ofacCsv } from './ofac-csv.js';
import { ofacXml } from './ofac-xml.js';
import type { ListHeader, ListReader } from './read-list.js';
import { ukCsv, ukXml } from './uk.js';
import { unXml } from './un-xml.js';

/** The lists, and the files of each that a publisher offers. */
export const listNames = ['OFAC_SDN', 'OFAC_CONSOLIDATED', 'UN', 'EU', 'UK'] as const;
export type ListName = (typeof listNames)[number];

const xmlOrCsv = (xml: ListReader, csv: ListReader) => (files: readonly ByteSource[]) =>
  files.every(({ name }) => /\.csv$/i.test(name)) ? csv : xml;

const readers: Readonly<Record<ListName, (files: readonly ByteSource[]) => ListReader>> = {
  OFAC_SDN: xmlOrCsv(ofacXml, ofacCsv),
  OFAC_CONSOLIDATED: xmlOrCsv(ofacXml, ofacCsv),
  UN: () => unXml,
  EU: () => euXml,
  UK: xmlOrCsv(ukXml, ukCsv),
};

/**
 * Reads a list as a stream: files whose names end in `.csv` as CSV (of OFAC all three), others as XML.
 * @param take receives each entry; what it has received is void if the promise is rejected
 * @throws UnreadableFile if anything is wrong with the files; nothing is skipped
 */
export async function readList(
  list: ListName,
  files: readonly ByteSource[],
  take: (entry: ListEntry) => void,
): Promise<ListHeader & { readonly entries: number }> {
  const ids = new Set<string>();
  const header = await readers[list](files)(files, (entry) => {
    if (ids.has(entry.id)) unreadable(files[0]!.name, `it has two entries ${entry.id}`);
    ids.add(entry.id);
    take(entry);
  });
  if (ids.size === 0) unreadable(files[0]!.name, 'it has no entries');
  if (header.count !== null && header.count !== ids.size)
    unreadable(files[0]!.name, `it says that it has ${header.count} entries, but has ${ids.size}`);
  return { ...header, entries: ids.size };
}
