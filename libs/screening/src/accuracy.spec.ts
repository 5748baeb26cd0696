import { readFileSync } from 'node:fs';
import type { ListEntry } from './entry.js';
import { ListMatcher } from './list-matcher.js';
import { noise } from './noise.fixture.js';
import { otherNames } from './other-names.fixture.js';
import type { ScreeningSubject } from './port.js';
import { sameNames } from './same-names.fixture.js';

const threshold = 0.85;

interface Pair {
  readonly kind: string;
  readonly subject: string;
  readonly entry: ListEntry;
}

const pairsOf = (table: Readonly<Record<string, string>>): Pair[] =>
  Object.entries(table).flatMap(([kind, text]) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.split('|').map((part) => part.trim()))
      .map(([subject, name]) => ({ kind, subject: subject!, entry: entryOf(name!) })),
  );

const entryOf = (name: string): ListEntry => ({
  id: name,
  party: null,
  names: [{ text: name, quality: 'PRIMARY' }],
  birthDates: [],
  countries: [],
  programme: 'TEST',
});

const subjectOf = (name: string): ScreeningSubject => ({
  type: 'BENEFICIARY',
  id: 'ben_1',
  clientId: 'cli_1',
  names: [name],
  party: null,
  dateOfBirth: null,
  countries: [],
});

const [same, others] = [pairsOf(sameNames), pairsOf(otherNames)];

/** All entries of the table among 20,000 others with 60,000 names. */
const screened = (async () => {
  const entries = [...new Map([...same, ...others].map(({ entry }) => [entry.id, entry])).values()];
  const list = { list: 'TEST', version: '1', entries: [...entries, ...noise(20_000)] };
  return ListMatcher.of([list], () => Promise.resolve());
})();

async function found({ subject, entry }: Pair) {
  const { hits } = (await screened).screen(subjectOf(subject), 0.5, 100_000);
  return hits.find(({ entryId }) => entryId === entry.id)?.score ?? 0;
}

async function resultsOf(pairs: readonly Pair[]) {
  const scored = [];
  for (const pair of pairs) scored.push({ ...pair, score: await found(pair) });
  return scored;
}

interface Scored {
  readonly kind: string;
  readonly score: number;
}

/** Of each kind: how many there are, and how many are right. */
const countsOf = (scored: readonly Scored[], isRight: (score: number) => boolean) =>
  [...new Set(scored.map(({ kind }) => kind))].map((kind) => {
    const all = scored.filter((one) => one.kind === kind);
    return [kind, String(all.length), String(all.filter(({ score }) => isRight(score)).length)];
  });

/** The rows of the tables in docs/screening.md. */
const documented = readFileSync('docs/screening.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 5 && /^\d+$/.test(cells[2]!))
  .map((cells) => cells.slice(1, 4));

test('the table has 300 pairs or more', () => {
  expect(same.length + others.length).toBeGreaterThanOrEqual(300);
});

test('finds at least 95 % of the same names', async () => {
  const scored = await resultsOf(same);
  const missed = scored.filter(({ score }) => score < threshold);
  console.info(
    `Recall ${((1 - missed.length / scored.length) * 100).toFixed(1)} % of ${scored.length}\n` +
      missed.map(({ subject, entry, score }) => `\nmissed: ${subject} | ${entry.id} ${score}`).join(''),
  );
  expect(documented).toEqual(expect.arrayContaining(countsOf(scored, (score) => score >= threshold)));
  expect(1 - missed.length / scored.length).toBeGreaterThanOrEqual(0.95);
});

test('finds at most 5 % of the others', async () => {
  const scored = await resultsOf(others);
  const wrong = scored.filter(({ score }) => score >= threshold);
  console.info(
    `False hits ${((wrong.length / scored.length) * 100).toFixed(1)} % of ${scored.length}\n` +
      wrong.map(({ subject, entry, score }) => `\nfalse: ${subject} | ${entry.id} ${score}`).join(''),
  );
  expect(documented).toEqual(expect.arrayContaining(countsOf(scored, (score) => score < threshold)));
  expect(wrong.length / scored.length).toBeLessThanOrEqual(0.05);
});
