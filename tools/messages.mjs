/**
 * `npm run messages`: writes what consumers of messages may rely on from now on, unless a change would break them, and an
 * example of each message that has none: the first that its service publishes in `messages.spec.ts`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from './build.mjs';
import { logFile, run } from './test/run.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
await build(['@corridor/kernel', '@corridor/contracts', '@corridor/*-contract', '@corridor/services']);
const { BASELINE, compareWithBaseline, messages } = await import('@corridor/services');
const { text, issues } = compareWithBaseline(readFileSync(BASELINE, 'utf8'), messages);
if (issues.length > 0) {
  console.error(issues.join('\n'));
  process.exit(1);
}
writeFileSync(BASELINE, text);

const examples = globSync('apps/*/contract/fixtures/*.json').map((file) => basename(file));
const hasAll = Object.entries(messages).every(([type, { version }]) =>
  examples.includes(`${type}.v${version}.json`),
);
if (!hasAll)
  await run('jest', 'bin/jest.js', ['apps/.*/src/messages.spec.ts'], {
    log: logFile('messages'),
    env: { CORRIDOR_WRITE_FIXTURES: 'true' },
  });
