import { readFileSync } from 'node:fs';
import { Type, type TSchema } from 'typebox';
import { nullable, oneOf, part } from '@corridor/contracts';
import { BASELINE, compareWithBaseline } from './message-baseline.js';
import { messages } from './index.js';

const committed = readFileSync(BASELINE, 'utf8');
const { text, issues } = compareWithBaseline(committed, messages);

test('consumers that are already there understand every message', () => expect(issues).toEqual([]));

test('the baseline has what is published today: `npm run messages` writes it', () => {
  const [lines, written] = [text, committed].map((one) => one.split('\n')) as [string[], string[]];
  const missing = lines.filter((line) => !written.includes(line)).map((line) => line.split(' {')[0]);
  expect(missing).toEqual([]);
  expect(text === committed).toBe(true);
  expect(lines.length).toBeGreaterThan(30);
});

const id = Type.String();
const status = oneOf('SENT', 'DRAFT');
const note = nullable(Type.String());
const declared = (members: Record<string, TSchema>, version = 1) => ({
  'payment.sent': { version, data: part(members) },
});
const published = (...all: ReturnType<typeof declared>[]) =>
  all.reduce((before, one) => compareWithBaseline(before, one).text, '');
const compare = (now: object, before = published(declared({ id, status }))) =>
  compareWithBaseline(before, now as ReturnType<typeof declared>);

test.each([['a new nullable field', { id, status, note }]])(
  '%s passes, and is written down',
  (_, members) => {
    const { text, issues } = compare(declared(members));
    expect(issues).toEqual([]);
    expect(text).toBe(published(declared(members)));
    expect(text).not.toBe(published(declared({ id, status })));
  },
);

test('what was added since the first build cannot be taken away again', () => {
  const before = published(declared({ id, status }), declared({ id, status, note }));
  const [sentence] = compare(declared({ id, status }), before).issues;
  expect(sentence).toMatch(/^payment\.sent:\/note is gone\. .* Make it version 2/);
});

test.each<[string, object, RegExp]>([
  ['a field that is gone', declared({ id }), /^payment\.sent:\/status is gone\..* Make it version 2/],
  [
    'a field that may not be null',
    declared({ id, status, more: id }),
    /\/more is new and must be required and nullable/,
  ],
  [
    'a new word',
    declared({ id, status: oneOf('SENT', 'DRAFT', 'LATE') }),
    /^payment\.sent:\/status was \{.*"SENT".*\} and is \{.*"LATE".*\}\. .* Make it version 2/,
  ],
  ['a type that is gone', {}, /^payment\.sent: version 1 was published and is gone\.$/],
])('%s is an issue', (_, now, sentence) =>
  expect(compare(now).issues).toEqual([expect.stringMatching(sentence)]),
);

test('a version that is gone is an issue', () => {
  const before = published(declared({ id }), declared({ id, more: id }, 2));
  expect(compare(declared({ id }), before).issues).toEqual([
    'payment.sent: version 2 was published and is gone.',
  ]);
});

const object = '"":{"additionalProperties":false,"type":"object"}';
const textOf = (name: string) => `"/${name}":{"type":"string"}`;

test('a new version may differ, and stands beside the earlier one', () => {
  const compared = compare(declared({ id, more: id }, 2));
  expect(compared.issues).toEqual([]);
  expect(compared.text).toBe(
    `payment.sent v1 {${object},${textOf('id')},"/status":{"enum":["DRAFT","SENT"],"type":"string"}}\n` +
      `payment.sent v2 {${object},${textOf('id')},${textOf('more')}}\n`,
  );
});
