import type { ByteSource } from '@corridor/iso20022/xml';
import type { ListEntry } from '../entry.js';

/** What a file says of itself. */
export interface ListHeader {
  /** `YYYY-MM-DD`; null if the format does not tell. */
  readonly publishedOn: string | null;
  /** How many entries the publisher says there are; null if the format does not tell. */
  readonly count: number | null;
}

/** A reader passes the entries on one by one and keeps none. */
export type ListReader = (
  files: readonly ByteSource[],
  take: (entry: ListEntry) => void,
) => Promise<ListHeader>;
