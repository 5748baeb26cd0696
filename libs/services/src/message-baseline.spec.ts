import { readFileSync } from 'node:fs';
import { type Shape, breakages, shapeOf } from '@corridor/contracts';
import { messages } from './index.js';

/** One line for each version that was published since they have numbers: `payment.failed v2 {…}`. */
const FILE = 'libs/services/messages.baseline.txt';

const baseline = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [, type = '', version = '', shape = ''] = /^(\S+) v(\d+) (.*)$/.exec(line) ?? [];
    return { type, version: Number(version), shape: JSON.parse(shape) as Shape };
  });
const newest = new Map(baseline.map((one) => [one.type, one]));
const declared = Object.entries(messages);
const lineOf = (type: string, version: number, shape: Shape) =>
  `${type} v${version} ${JSON.stringify(shape)}`;

test.each(declared)('readers of %s that are already there understand it', (type, { version, data }) => {
  const known = newest.get(type);
  if (!known || known.version < version)
    throw new Error(
      `${type} v${version} is new. Add this line to ${FILE}:\n${lineOf(type, version, shapeOf(data))}`,
    );
  const broken = breakages(known.shape, shapeOf(data), `${type}:`);
  if (broken.length > 0)
    throw new Error(
      `${broken.join('; ')}. Readers of version ${version} do not expect that. Make it version ${version + 1}, with ` +
        `upcast: { …, ${version}: (data) => … } and a fixture; or let the new member be nullable and keep the old one.`,
    );
});

test('no type or version that was published has been given up', () => {
  const current = new Map(declared.map(([type, { version }]) => [type, version]));
  expect(baseline.filter(({ type, version }) => version > (current.get(type) ?? 0))).toEqual([]);
  expect(new Set(baseline.map(({ type, version }) => `${type} v${version}`)).size).toBe(baseline.length);
});
