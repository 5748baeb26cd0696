import { readFileSync } from 'node:fs';

const textOf = (page: string) => readFileSync(`docs/${page}.md`, 'utf8');
const terms = [...textOf('glossary').matchAll(/^\| ([^|]+?) +\|/gm)].map(([, term = '']) => term).slice(2);

test('the glossary has each term once, in alphabetical order', () => {
  const sorted = [...new Set(terms)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  expect(terms).toEqual(sorted);
});

test('explains what staff meet in statuses, settings and messages', () => {
  const met = [
    ...[
      'four eyes',
      'margin plan',
      'forward points',
      'close-out',
      'break',
      'suspense',
      'safeguarding',
      'hold',
    ],
    ...['collection account pool', 'set-aside file', 'rescreening', 'halt', 'dealing hours', 'slippage'],
  ];
  expect(met.filter((term) => !terms.includes(term))).toEqual([]);
});
