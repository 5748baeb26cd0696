import type { ListEntry } from '../entry.js';

/** What a file says of itself. */
export interface ListHeader {
  /** `YYYY-MM-DD`; null if the format does not tell. */
  readonly publishedOn: string | null;
  /** How many entries the publisher says there are; null if the format does not tell. */
  readonly count: number | null;
}

/** A file as a stream of bytes, with its name for messages. */
export interface ListFile {
  readonly name: string;
  read(): AsyncIterable<Uint8Array>;
}

/** A reader passes the entries on one by one and keeps none. */
export type ListReader = (
  files: readonly ListFile[],
  take: (entry: ListEntry) => void,
) => Promise<ListHeader>;
