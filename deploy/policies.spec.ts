import { readFileSync } from 'node:fs';
import { END_SECONDS, type Manifest, policies } from './policies.js';
import { base, chart, examples } from './rendered.js';

/** What hardens the pods and their network, in everything that these files can render. */
const renderings: [string, Manifest[]][] = [
  ['the Kustomize base', base()],
  ['the chart', chart()],
  ...examples().map((file): [string, Manifest[]] => [`the chart with ${file}`, chart('--values', file)]),
];

describe.each(renderings)('%s', (_, manifests) => {
  test.each(policies)('$rule', ({ find }) => {
    expect(find(manifests)).toEqual([]);
  });
});

test.each(policies)('a violation is found: $rule', ({ find, plant }) => {
  const [, manifests] = renderings[0] as [string, Manifest[]];
  const planted = structuredClone(manifests);
  plant(planted);
  expect(find(planted)).not.toEqual([]);
});

test('a process ends within the time that the pods grant', () => {
  const [, ms = ''] =
    /END_TIMEOUT_MS = ([\d_]+)/.exec(readFileSync('libs/platform/src/run-service.ts', 'utf8')) ?? [];
  expect(Number(ms.replaceAll('_', '')) / 1000).toBe(END_SECONDS);
});
