import { readFileSync } from 'node:fs';

const textOf = (page: string) => readFileSync(`docs/${page}.md`, 'utf8');
const terms = [...textOf('glossary').matchAll(/^\| ([^|]+?) +\|/gm)].map(([, term = '']) => term).slice(2);

/** Headings that use no term of the field. */
const PLAIN = [
  ...[
    'Staff',
    'Logging in',
    'Roles',
    'Dealing',
    'The bank',
    'Books',
    'What clients owe',
    'Write a rail',
    'Who compares',
  ],
  ...[
    'A day with a bank portal',
    'Countries and currencies',
    'Who is compared, and when',
    'The score',
    'Accuracy',
  ],
  ...['The format of a feed', 'When a pair is not traded', 'Prices that have moved', 'Files of the bank'],
  ...['Fees', 'Lists', 'Sources of rates', 'Limits', 'Chart', 'The records of clients'],
];

test('the glossary has each term once, in alphabetical order', () => {
  const sorted = [...new Set(terms)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  expect(terms).toEqual(sorted);
});

test.each(['staff', 'dealing', 'bank', 'books', 'screening'])(
  'explains the terms in the headings of docs/%s.md',
  (page) => {
    const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
    const isExplained = (heading: string) =>
      terms.some((term) => heading.toLowerCase().includes(term.toLowerCase()));
    expect(headings.filter((one) => !isExplained(one) && !PLAIN.includes(one))).toEqual([]);
  },
);

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
