/** `npm run messages`: writes what consumers of messages may rely on from now on, unless a change would break them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from './build.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
await build(['@corridor/kernel', '@corridor/contracts', '@corridor/*-contract', '@corridor/services']);
const { BASELINE, compareWithBaseline, messages } = await import('@corridor/services');
const { text, issues } = compareWithBaseline(readFileSync(BASELINE, 'utf8'), messages);
if (issues.length > 0) {
  console.error(issues.join('\n'));
  process.exit(1);
}
writeFileSync(BASELINE, text);
