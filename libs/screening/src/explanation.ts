import type { Circumstance } from './circumstances.js';
import type { Comparison } from './comparison.js';
import type { EntryName } from './entry.js';

interface Explained {
  readonly ours: string;
  readonly matched: EntryName;
  readonly list: string;
  readonly comparison: Comparison;
  readonly circumstances: readonly Circumstance[];
}

const qualities = { PRIMARY: 'the name', STRONG: 'an alias', WEAK: 'a weak alias' };

/** One sentence, for example: “Jon Smyth” resembles “SMITH, John”, the name of an entry of UK: smyth is like smith. */
export function explain({ ours, matched, list, comparison, circumstances }: Explained): string {
  const same = comparison.pairs.filter(({ similarity }) => similarity === 1);
  const like = comparison.pairs.filter(({ similarity }) => similarity < 1);
  const words = [
    ...(same.length > 0 ? [`same: ${same.map((pair) => pair.ours.text).join(', ')}`] : []),
    ...like.map(
      (pair) => `${pair.ours.text} like ${pair.theirs.text} (${Math.round(pair.similarity * 100)} %)`,
    ),
    ...circumstances.map(({ text }) => text),
  ];
  return `“${ours}” resembles “${matched.text}”, ${qualities[matched.quality]} of an entry of ${list}: ${words.join('; ')}.`;
}
