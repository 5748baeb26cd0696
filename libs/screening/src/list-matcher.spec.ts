import type { ListEntry } from './entry.js';
import { ListMatcher } from './list-matcher.js';
import type { ScreeningSubject } from './port.js';

const subject: ScreeningSubject = {
  type: 'BENEFICIARY',
  id: 'ben_1',
  clientId: 'cli_1',
  names: ['Sergey Volkov'],
  party: 'PERSON',
  dateOfBirth: null,
  countries: [],
};

const entry = (id: string, changes: Partial<ListEntry> = {}): ListEntry => ({
  id,
  party: 'PERSON',
  names: [{ text: 'VOLKOV, Sergey', quality: 'PRIMARY' }],
  birthDates: [{ from: '1962-11-23', to: '1962-11-23' }],
  countries: ['RU'],
  programme: 'TEST',
  ...changes,
});

async function screened(changes: Partial<ScreeningSubject>, ...entries: readonly ListEntry[]) {
  const lists = [{ list: 'UN', version: '2026-11-20', entries }];
  const matcher = await ListMatcher.of(lists, () => Promise.resolve());
  return matcher.screen({ ...subject, ...changes }, 0.85);
}

test('names the lists that it searched, also without a hit', async () => {
  expect(await screened({ names: ['Maria Lopez'] }, entry('1'))).toEqual({
    listVersions: ['UN 2026-11-20'],
    hits: [],
  });
  expect(await screened({})).toEqual({ listVersions: ['UN 2026-11-20'], hits: [] });
});

test('explains a hit in a sentence', async () => {
  const { hits } = await screened(
    { names: ['Sergej Volkow'], dateOfBirth: '1962-11-23', countries: ['RU'] },
    entry('7'),
  );
  expect(hits).toEqual([
    {
      list: 'UN',
      listVersion: '2026-11-20',
      entryId: '7',
      name: 'VOLKOV, Sergey',
      score: 1,
      explanation:
        '“Sergej Volkow” resembles “VOLKOV, Sergey”, the name of an entry of UN: sergej like sergey (97 %); ' +
        'volkow like volkov (97 %); the date of birth 1962-11-23 is one that the entry gives; both have to do with RU.',
    },
  ]);
});

test('reports an entry once, by the best of its names and of the subject’s, best entry first', async () => {
  const alias = { text: 'Sergey VOLKOF', quality: 'STRONG' } as const;
  const { hits } = await screened(
    { names: ['Sergei Volkoff', 'Sergey Volkov'] },
    entry('far', { names: [{ text: 'VOLKOVA, Sergeya', quality: 'PRIMARY' }] }),
    entry('near', { names: [alias, { text: 'VOLKOV, Sergey', quality: 'STRONG' }] }),
  );
  expect(hits.map(({ entryId, name }) => [entryId, name])[0]).toEqual(['near', 'VOLKOV, Sergey']);
  expect(new Set(hits.map(({ entryId }) => entryId)).size).toBe(hits.length);
});

test.each([
  ['the day', '1962-11-23', true],
  ['day and month swapped', '1962-03-04', true],
  ['a year off', '1961-02-01', true],
  ['another year', '1985-02-01', false],
])('date of birth: %s', async (_, dateOfBirth, isHit) => {
  const births = [
    { from: '1962-11-23', to: '1962-11-23' },
    { from: '1962-04-03', to: '1962-04-03' },
  ];
  const { hits } = await screened({ dateOfBirth }, entry('1', { birthDates: births }));
  expect(hits.length > 0).toBe(isHit);
});

test('an entry without dates of birth is found by its name alone', async () => {
  expect((await screened({ dateOfBirth: '1985-02-01' }, entry('1', { birthDates: [] }))).hits).toHaveLength(
    1,
  );
});

test('a weak alias scores less than a strong one, another kind of party less than the same', async () => {
  const score = async (changes: Partial<ListEntry>) =>
    (await screened({}, entry('1', changes))).hits[0]?.score ?? 0;
  const names = (quality: 'STRONG' | 'WEAK') => ({ names: [{ text: 'Sergey Volkov', quality }] });
  expect(await score(names('WEAK'))).toBeLessThan(await score(names('STRONG')));
  expect(await score({ party: 'ORGANISATION' })).toBeLessThan(await score({ party: 'PERSON' }));
});

test.each(['', '—', '\u0000', '...', '🙂', 'a'.repeat(5000), '( ('])('bears the name %j', async (name) => {
  expect((await screened({ names: [name] }, entry('1'))).hits).toEqual([]);
});

test('pauses while it builds its index', async () => {
  let pauses = 0;
  const entries = Array.from({ length: 1000 }, (_, at) => entry(String(at)));
  await ListMatcher.of([{ list: 'UN', version: '1', entries }], () => {
    pauses++;
    return Promise.resolve();
  });
  expect(pauses).toBeGreaterThanOrEqual(10);
});
