import { isParticle, type Word } from './name.js';
import { alike, type Resembling } from './name-index.js';
import { similarity } from './similarity.js';

/** A word of the subject. */
export interface OurWord {
  readonly word: Word;
  readonly weight: number;
  readonly resembling: Resembling;
}

/** A word of an entry, with its number in the index. */
export interface TheirWord {
  readonly word: Word;
  readonly weight: number;
  readonly number: number;
}

export interface WordPair {
  readonly ours: Word;
  readonly theirs: Word;
  readonly similarity: number;
}

export interface Comparison {
  /** From 0 to 1. */
  readonly score: number;
  readonly pairs: readonly WordPair[];
}

/** How much the name with the better coverage counts; the rest is the other's, which has words of its own. */
export const betterCoverage = 0.72;

/** One common word says too little to find anyone by it. */
const singleWord = 0.8;

/** A name with the whole other name in it, and more. */
const contained = 0.92;
/** Of each of its words, at least. */
export const sameWord = 0.9;
/** Of its words together, at least: `General Trading` is in the names of many. */
const distinctive = 1;

/** An initial may stand for the name, or for another one. */
const initial = 0.75;

/**
 * Pairs the words of two names, the most alike first, in any order, and weighs what they share: of each name the weight of
 * its paired words times their similarity. Words without a partner lower the score of the name that has them.
 */
export function compare(ours: readonly OurWord[], theirs: readonly TheirWord[]): Comparison {
  const pairs = pairsOf(ours, theirs);
  const shared = (side: 'ours' | 'theirs', all: readonly { weight: number }[]) =>
    pairs.reduce((sum, pair) => sum + pair[side].weight * pair.similarity, 0) /
    all.reduce((sum, { weight }) => sum + weight, 0);
  const [one, other] = [shared('ours', ours), shared('theirs', theirs)];
  const score = betterCoverage * Math.max(one, other) + (1 - betterCoverage) * Math.min(one, other);
  const telling = pairs.filter(({ ours: { word } }) => !isParticle(word)).length;
  const isPart = telling < 2 && telling < Math.max(tellingIn(ours), tellingIn(theirs));
  const contains = score < contained && other >= sameWord && isContained(ours, theirs);
  return {
    score: isPart ? Math.min(score, singleWord) : contains ? contained : score,
    pairs: pairs.map((pair) => ({
      ours: pair.ours.word,
      theirs: pair.theirs.word,
      similarity: pair.similarity,
    })),
  };
}

/** Whether all their words are side by side among ours, in any order. */
function isContained(ours: readonly OurWord[], theirs: readonly TheirWord[]): boolean {
  const [told, named] = [ours, theirs].map((all) => all.filter(({ word }) => !isParticle(word))) as [
    OurWord[],
    TheirWord[],
  ];
  if (named.length < 2 || named.reduce((sum, { weight }) => sum + weight, 0) < distinctive) return false;
  return told.some((_, from) => {
    const side = told.slice(from, from + named.length);
    return named.every((one) => side.some((word) => similarityOf(word, one) >= sameWord));
  });
}

interface Pair {
  readonly ours: OurWord;
  readonly theirs: TheirWord;
  readonly similarity: number;
}

const tellingIn = (words: readonly { word: Word }[]) => words.filter(({ word }) => !isParticle(word)).length;

function pairsOf(ours: readonly OurWord[], theirs: readonly TheirWord[]): Pair[] {
  const possible: Pair[] = [];
  for (const one of ours)
    for (const other of theirs) {
      const value = similarityOf(one, other);
      if (value > 0) possible.push({ ours: one, theirs: other, similarity: value });
    }
  const taken = new Set<OurWord | TheirWord>();
  return possible
    .sort((a, b) => b.similarity - a.similarity)
    .filter((pair) => {
      if (taken.has(pair.ours) || taken.has(pair.theirs)) return false;
      taken.add(pair.ours).add(pair.theirs);
      return true;
    });
}

function similarityOf({ word, resembling }: OurWord, theirs: TheirWord): number {
  const isInitial = word.text.length === 1 || theirs.word.text.length === 1;
  if (isInitial) return word.text[0] === theirs.word.text[0] ? initial : 0;
  const known = resembling.get(theirs.number) ?? similarity(word, theirs.word);
  return known >= alike ? known : 0;
}
