import { best, circumstancesOf } from './circumstances.js';
import { betterCoverage, compare, type Comparison, type OurWord, sameWord } from './comparison.js';
import type { ListEntry } from './entry.js';
import { explain } from './explanation.js';
import { type IndexedName, NameIndex } from './name-index.js';
import { isForm, isParticle, joined, spellingsOf, type Word, wordsOf } from './name.js';
import type { ScreeningHit, ScreeningResult, ScreeningSubject } from './port.js';

/** A list in one version. */
export interface ScreenedList {
  readonly list: string;
  readonly version: string;
  readonly entries: readonly ListEntry[];
}

interface Found {
  readonly name: IndexedName;
  readonly ours: string;
  readonly comparison: Comparison;
  readonly score: number;
}

/** Names compared by one step of the construction: a few milliseconds. */
const namesPerStep = 100;

/** A weak alias needs more of the name, or a circumstance. */
const weakAlias = 0.95;

/**
 * Compares subjects with all entries of the lists. How it scores is described in docs/screening.md; it looks at nothing
 * but its arguments. Against 60,000 names it takes 0.8 ms in the median and 1.4 ms in the mean; names whose words many
 * others share take 8 to 10 ms.
 */
export class ListMatcher {
  private readonly index = new NameIndex();
  private readonly entries: { readonly entry: ListEntry; readonly list: ScreenedList }[] = [];
  /** Of the lists, with their names: `UN 2026-11-20 5f2c81aa`. */
  readonly versions: readonly string[];
  private readonly byOurs: Float64Array;
  private readonly byTheirs: Float64Array;
  private readonly countedFor: Int32Array;
  private turn = 0;

  /** Use {@link ListMatcher.of}. */
  private constructor(lists: readonly ScreenedList[]) {
    this.versions = lists.map(({ list, version }) => `${list} ${version}`);
    for (const list of lists) for (const entry of list.entries) this.entries.push({ entry, list });
    const names = this.entries.reduce((sum, { entry }) => sum + entry.names.length, 0);
    this.byOurs = new Float64Array(names);
    this.byTheirs = new Float64Array(names);
    this.countedFor = new Int32Array(names);
  }

  /**
   * Builds the index in steps of a few milliseconds and calls `pause` between them.
   * @param pause for example a promise that `setImmediate` resolves
   */
  static async of(lists: readonly ScreenedList[], pause: () => Promise<void>): Promise<ListMatcher> {
    const matcher = new ListMatcher(lists);
    let count = 0;
    for (const [number, { entry }] of matcher.entries.entries())
      for (const [position, { text }] of entry.names.entries()) {
        matcher.index.add(number, position, text);
        if (++count % namesPerStep === 0) await pause();
      }
    for (let from = 0; from < matcher.index.names.length; from += 10 * namesPerStep) {
      matcher.index.weigh(from, Math.min(from + 10 * namesPerStep, matcher.index.names.length));
      await pause();
    }
    return matcher;
  }

  get size(): { readonly entries: number; readonly names: number } {
    return { entries: this.entries.length, names: this.index.names.length };
  }

  /**
   * @param threshold hits have this score or a higher one, from 0 to 1
   * @param limit of hits
   */
  screen(subject: ScreeningSubject, threshold: number, limit = 50): ScreeningResult {
    const byEntry = new Map<number, Found>();
    for (const found of [...new Set(subject.names)].flatMap((name) => this.found(subject, name, threshold))) {
      const known = byEntry.get(found.name.entry);
      if (!known || found.score > known.score) byEntry.set(found.name.entry, found);
    }
    const hits = [...byEntry.values()].sort((a, b) => b.score - a.score).slice(0, limit);
    return { listVersions: this.versions, hits: hits.map((found) => this.hitOf(subject, found)) };
  }

  private found(subject: ScreeningSubject, name: string, threshold: number): Found[] {
    return spellingsOf(name)
      .flatMap((spelling) => readingsOf(wordsOf(spelling), this.index))
      .flatMap((words) => this.search(subject, name, words, threshold));
  }

  private search(
    subject: ScreeningSubject,
    text: string,
    words: readonly Word[],
    threshold: number,
  ): Found[] {
    const ours = words.map((word) => ({
      word,
      weight: this.index.weightOf(word),
      resembling: this.index.resembling(word),
    }));
    return this.candidates(ours, threshold / best).flatMap((number) => {
      const name = this.index.names[number]!;
      const theirs = name.words.map((word) => ({
        word: this.index.wordAt(word),
        weight: this.index.weightOfNumber(word),
        number: word,
      }));
      const comparison = compare(ours, theirs);
      const score = this.scoreOf(subject, name, comparison.score);
      return score >= threshold ? [{ name, ours: text, comparison, score }] : [];
    });
  }

  private scoreOf(subject: ScreeningSubject, { entry, position }: IndexedName, byName: number): number {
    const known = this.entries[entry]!.entry;
    const quality = known.names[position]!.quality === 'WEAK' ? weakAlias : 1;
    const score = circumstancesOf(subject, known).reduce(
      (product, one) => product * one.factor,
      byName * quality,
    );
    return Math.round(Math.min(1, score) * 10_000) / 10_000;
  }

  /** Names that can reach the score: an upper bound of it from the words that they share with ours. */
  private candidates(ours: readonly OurWord[], least: number): number[] {
    const touched: number[] = [];
    const first = this.turn + 1;
    for (const one of ours) this.count(one, first, touched);
    const total = ours.reduce((sum, { weight }) => sum + weight, 0);
    const initials = ours.filter(({ word }) => word.text.length === 1);
    const ofInitials = initials.reduce((sum, { weight }) => sum + weight, 0);
    return touched.filter((number) => {
      const name = this.index.names[number]!;
      const one = name.hasInitial ? 1 : Math.min(1, (this.byOurs[number]! + ofInitials) / total);
      const other = Math.min(1, (this.byTheirs[number]! + initials.length) / name.weight);
      // Ours may have the whole name in it.
      if (other >= sameWord && name.words.length > 1) return true;
      return betterCoverage * Math.max(one, other) + (1 - betterCoverage) * Math.min(one, other) >= least;
    });
  }

  /** Adds to each name the most similar of its words that resemble ours. */
  private count({ weight, resembling }: OurWord, first: number, touched: number[]): void {
    const turn = ++this.turn;
    for (const [word, similarity] of resembling) {
      const theirs = this.index.weightOfNumber(word) * similarity;
      for (const number of this.index.namesWith(word)) {
        const last = this.countedFor[number]!;
        if (last === turn) continue;
        if (last < first) {
          this.byOurs[number] = 0;
          this.byTheirs[number] = 0;
          touched.push(number);
        }
        this.countedFor[number] = turn;
        this.byOurs[number]! += weight * similarity;
        this.byTheirs[number]! += theirs;
      }
    }
  }

  private hitOf(subject: ScreeningSubject, { name, ours, comparison, score }: Found): ScreeningHit {
    const { entry, list } = this.entries[name.entry]!;
    const matched = entry.names[name.position]!;
    return {
      list: list.list,
      listVersion: list.version,
      entryId: entry.id,
      name: matched.text,
      score,
      explanation: explain({
        ours,
        matched,
        list: list.list,
        comparison,
        circumstances: circumstancesOf(subject, entry),
      }),
    };
  }
}

/**
 * The words as written, and with two or three neighbours run together or words split where the lists write them so; with all letters of a
 * name of the lists, that name.
 */
function readingsOf(words: readonly Word[], index: NameIndex): (readonly Word[])[] {
  const readings: (readonly Word[])[] = [words];
  for (let at = 0; at < words.length; at++)
    for (const count of [2, 3]) {
      if (at + count > words.length) continue;
      const together = joined(words.slice(at, at + count));
      if (together.text.length <= longestJoined && index.resembling(together).size > 0)
        readings.push([...words.slice(0, at), together, ...words.slice(at + count)]);
    }
  const whole = index.wordsByLetters(words);
  if (whole && whole.length !== words.length) readings.push(whole);
  const pieces = words.map((word) => piecesOf(word, index));
  if (pieces.some((some) => some !== null)) readings.push(words.flatMap((word, at) => pieces[at] ?? [word]));
  const apart = words.map((word) => halvesOf(word, index));
  for (const [at, halves] of apart.entries())
    if (halves) readings.push([...words.slice(0, at), ...halves, ...words.slice(at + 1)]);
  if (apart.filter((halves) => halves !== null).length > 1)
    readings.push(words.flatMap((word, at) => apart[at] ?? [word]));
  return readings;
}

const longestJoined = 20;
/** Names that are written as one word. */
const [shortestSplit, longestSplit] = [9, 80];

/** The word in three or more that the lists know, as few as possible, without legal forms. */
function piecesOf({ text, isVowelless }: Word, index: NameIndex): readonly Word[] | null {
  if (isVowelless || text.length < shortestSplit || text.length > longestSplit || index.has(text))
    return null;
  /** Of the beginnings of the text, by their length. */
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 2; end <= text.length; end++)
    for (let from = 0; from <= end - 2; from++) {
      const before = best[from];
      if (!before || before.length + 1 >= (best[end]?.length ?? Infinity)) continue;
      const piece = text.slice(from, end);
      if (isForm(piece) || isParticle({ text: piece }) || (piece.length > 2 && index.has(piece)))
        best[end] = [...before, piece];
    }
  const found = best[text.length];
  return found && found.length > 2
    ? found.filter((one) => !isForm(one)).flatMap((one) => wordsOf(one))
    : null;
}

/** The word in two that the lists know, the first as long as possible. */
function halvesOf({ text, isVowelless }: Word, index: NameIndex): readonly Word[] | null {
  if (isVowelless) return null;
  for (let at = text.length - 2; at >= 2; at--) {
    const [left, right] = [text.slice(0, at), text.slice(at)];
    if (index.has(left) && index.has(right)) return [left, right].flatMap((half) => wordsOf(half));
  }
  return null;
}
