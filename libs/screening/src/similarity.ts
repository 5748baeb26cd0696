import { opposites } from './name-words.js';
import type { Word } from './name.js';

/** How alike two words sound at most if they are spelt differently. */
const sameSound = 0.97;
/** Consonants leave the vowels open. */
const sameConsonants = 0.92;

/** From 0 to 1, by spelling and by sound. Below about 0.7 words are different names. */
export function similarity(one: Word, other: Word): number {
  if (one.text === other.text) return 1;
  if (opposites.has(one.text) && opposites.has(other.text)) return 0;
  if (one.isVowelless !== other.isVowelless)
    return sameConsonants * likeness(one.consonants, other.consonants);
  const bySound = one.sound === other.sound ? sameSound : sameSound * likeness(one.sound, other.sound);
  return bySound >= sameSound ? bySound : Math.max(bySound, likeness(one.text, other.text));
}

/**
 * The mean of the Jaro-Winkler similarity and of the share of letters that need no edit: the first forgives long words
 * with one beginning too much, the second forgives short words too little.
 */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const longest = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > longest / 2) return 0;
  return (jaroWinkler(one, other) + 1 - edits(one, other) / longest) / 2;
}

/** Jaro-Winkler similarity: Winkler, String Comparator Metrics, 1990. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1);
  const taken = new Uint8Array(other.length);
  const matched: string[] = [];
  for (let at = 0; at < one.length; at++)
    for (let to = Math.max(0, at - reach); to <= Math.min(other.length - 1, at + reach); to++)
      if (!taken[to] && one[at] === other[to]) {
        taken[to] = 1;
        matched.push(one[at]!);
        break;
      }
  if (matched.length === 0) return 0;
  let next = 0;
  let transposed = 0;
  for (let to = 0; to < other.length; to++) if (taken[to] && matched[next++] !== other[to]) transposed++;
  const m = matched.length;
  const jaro = (m / one.length + m / other.length + (m - transposed / 2) / m) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < one.length && one[prefix] === other[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other. */
export function edits(one: string, other: string): number {
  const width = other.length + 1;
  let before = new Uint16Array(width);
  let above = Uint16Array.from({ length: width }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const line = new Uint16Array(width);
    line[0] = row;
    for (let column = 1; column < width; column++) {
      const same = one[row - 1] === other[column - 1];
      let least = Math.min(line[column - 1]! + 1, above[column]! + 1, above[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, before[column - 2]! + 1);
      line[column] = least;
    }
    before = above;
    above = line;
  }
  return above[width - 1]!;
}
