import { isParticle, type Word, wordsOf } from './name.js';
import { similarity } from './similarity.js';

/** Words that are less alike count as different names. */
export const alike = 0.74;

/** A name of an entry with its words. Their order in the lists is their number in the index. */
export interface IndexedName {
  /** The number of the entry. */
  readonly entry: number;
  /** Its position among the names of the entry. */
  readonly position: number;
  readonly words: readonly number[];
  /** The sum of the weights of its words. */
  readonly weight: number;
  readonly hasInitial: boolean;
}

/** The numbers of the words of the lists that are like a word, with their similarity, best first. */
export type Resembling = ReadonlyMap<number, number>;

/** Words of subjects repeat, most of all in a rescreening. */
const remembered = 20_000;

/**
 * Which names contain a word like this one. Words are found by their consonants with at most one more or one less, so
 * that neither vowels nor one wrong letter hide a word; their similarity is then computed.
 */
export class NameIndex {
  readonly names: IndexedName[] = [];
  private readonly words: Word[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly containing: number[][] = [];
  /** A name by all its words run together. */
  private readonly byLetters = new Map<string, number>();
  private readonly byConsonants = new Map<string, number[]>();
  private readonly weights: number[] = [];
  private readonly known = new Map<string, Resembling>();

  /** Words count their names: add all names, then {@link weigh} them once. */
  add(entry: number, position: number, text: string): void {
    const words = [...new Set(wordsOf(text).map((word) => this.numberOf(word)))];
    if (words.length === 0) return;
    for (const word of words) this.containing[word]!.push(this.names.length);
    if (words.length > 1)
      this.byLetters.set(lettersOf(words.map((word) => this.words[word]!)), this.names.length);
    const hasInitial = words.some((word) => this.words[word]!.text.length === 1);
    this.names.push({ entry, position, words, weight: 0, hasInitial });
  }

  /** @param from the first name to weigh @param to the first that is not weighed */
  weigh(from = 0, to = this.names.length): void {
    for (let at = from; at < to; at++) {
      const name = this.names[at]!;
      const weight = name.words.reduce((sum, word) => sum + this.weightOfNumber(word), 0);
      this.names[at] = { ...name, weight };
    }
  }

  wordAt(number: number): Word {
    return this.words[number]!;
  }

  /** The words of the name that has these letters, however it is split; null if none has. */
  wordsByLetters(words: readonly Word[]): readonly Word[] | null {
    const name = this.byLetters.get(lettersOf(words));
    return name === undefined ? null : this.names[name]!.words.map((word) => this.wordAt(word));
  }

  has(text: string): boolean {
    return this.numbers.has(text);
  }

  namesWith(word: number): readonly number[] {
    return this.containing[word]!;
  }

  /** What a word tells: 1 if no name contains it, little if many do, least if it is a particle or an initial. */
  weightOf(word: Word): number {
    const number = this.numbers.get(word.text);
    return number === undefined ? weightBy(word, 0, this.names.length) : this.weightOfNumber(number);
  }

  weightOfNumber(number: number): number {
    return (this.weights[number] ??= weightBy(
      this.words[number]!,
      this.containing[number]!.length,
      this.names.length,
    ));
  }

  resembling(word: Word): Resembling {
    const known = this.known.get(word.text);
    if (known) return known;
    if (this.known.size >= remembered) this.known.clear();
    const found = this.searchFor(word);
    this.known.set(word.text, found);
    return found;
  }

  private searchFor(word: Word): Resembling {
    const found = new Map<number, number>();
    for (const key of keysOf(word.consonants))
      for (const number of this.byConsonants.get(key) ?? [])
        if (!found.has(number)) found.set(number, similarity(word, this.words[number]!));
    return new Map([...found].filter(([, value]) => value >= alike).sort((a, b) => b[1] - a[1]));
  }

  private numberOf(word: Word): number {
    const key = word.isVowelless ? `${word.text} ` : word.text;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.words.push(word) - 1;
    this.numbers.set(key, number);
    this.containing.push([]);
    for (const consonants of keysOf(word.consonants)) {
      const others = this.byConsonants.get(consonants);
      if (others) others.push(number);
      else this.byConsonants.set(consonants, [number]);
    }
    return number;
  }
}

const lettersOf = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

/** The consonants, and what remains if one of them is missing. Two are too few to miss one. */
function keysOf(consonants: string): Set<string> {
  const keys = new Set([consonants]);
  if (consonants.length > 2)
    for (let at = 0; at < consonants.length; at++)
      keys.add(consonants.slice(0, at) + consonants.slice(at + 1));
  return keys;
}

const rarest = 1;
const commonest = 0.25;

function weightBy(word: Word, count: number, names: number): number {
  if (isParticle(word)) return 0.05;
  if (word.text.length === 1) return 0.15;
  if (names < 2) return rarest;
  const rarity = Math.log(names / Math.max(1, count)) / Math.log(names);
  return commonest + (rarest - commonest) * Math.min(1, Math.max(0, rarity));
}
