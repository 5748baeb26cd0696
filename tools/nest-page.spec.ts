import { readFileSync } from 'node:fs';

const page = readFileSync('docs/nest.md', 'utf8');
const quotes = [...page.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)].map(
  ([, file = '', code = '']) => [file, code] as const,
);

test('every code block of the page names its file', () => {
  expect(quotes).toHaveLength(page.match(/```ts/g)?.length ?? 0);
  expect(quotes.length).toBeGreaterThan(5);
});

test.each(quotes)('what is quoted from %s stands there', (file, code) =>
  expect(readFileSync(file, 'utf8')).toContain(code),
);
