import { execFileSync } from 'node:child_process';
import { completionScript } from './completion.js';

/** Stands for the program: it shows what it was asked for, and responds with two words, of which one has a space and a star. */
const STAND_IN = `corridor() { printf '<%s>' "$@" >&3; printf '%s\\n' 'moved-prices' 'a word*'; }`;

/** What bash completes when these words are typed, and how it asks the program. */
function inBash(...words: readonly string[]) {
  const script = `exec 3>&2
    ${STAND_IN}
    eval "$SCRIPT"
    complete -p corridor
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _corridor
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const asked = `{ ${script}\n} 2>&1`;
  const env = { SCRIPT: completionScript('bash') ?? '', PATH: process.env['PATH'] };
  const out = execFileSync('bash', ['--norc', '--noprofile', '-euc', asked, 'bash', ...words], { env });
  return out.toString().trim().split('\n');
}

test('bash asks the program with the words so far, and takes each line as one word', () => {
  const [registered, asked, ...replies] = inBash('corridor', 'dealing', 'with space', 'm');
  expect(registered).toBe('complete -o default -F _corridor corridor');
  expect([asked, ...replies]).toEqual(['<__complete><dealing><with space><m>moved-prices', 'a word*']);
  expect(inBash('corridor', '')[1]).toBe('<__complete><>moved-prices');
});
