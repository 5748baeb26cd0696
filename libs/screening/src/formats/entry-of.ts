import { oneLine, unreadable } from '@corridor/iso20022/xml';
import type { BirthPeriod, EntryName, ListEntry } from '../entry.js';
import { countryCodes } from './country-code.js';

export interface ReadEntry {
  readonly id: string;
  readonly party: ListEntry['party'];
  readonly names: readonly EntryName[];
  readonly births: readonly BirthPeriod[];
  /** Names or codes; those that are no countries are omitted. */
  readonly countries: readonly string[];
  readonly programme: string;
}

/**
 * An entry as read, with each name once, the primary one first. Without an id or a name it is refused: nobody could be
 * found by it, and a list that has such entries was cut or changed.
 * @param where for example `sdn.xml, line 12`
 */
export function entryOf(
  where: string,
  { id, party, names, births, countries, programme }: ReadEntry,
): ListEntry {
  if (id === '') return unreadable(where, 'an entry has no id');
  const distinct = new Map<string, EntryName>();
  const order = ['PRIMARY', 'STRONG', 'WEAK'];
  const byQuality = names.toSorted((a, b) => order.indexOf(a.quality) - order.indexOf(b.quality));
  for (const { text, quality } of byQuality) {
    const name = oneLine(text);
    const key = name.toLowerCase();
    if (/[\p{L}\p{N}]/u.test(name) && !distinct.has(key)) distinct.set(key, { text: name, quality });
  }
  if (distinct.size === 0) return unreadable(`${where}, entry ${id}`, 'it has no name');
  return {
    id,
    party,
    names: [...distinct.values()],
    birthDates: births,
    countries: countryCodes(countries),
    programme,
  };
}

/** @returns the period, or a refusal of the list */
export const birthOf = (where: string, text: string, period: BirthPeriod | null): BirthPeriod =>
  period ?? unreadable(where, `“${text}” is no date of birth`);
