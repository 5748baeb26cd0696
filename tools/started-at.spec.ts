import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A program that prints what `startedAt` returns, and its own start. */
const print = `const { startedAt } = await import(${JSON.stringify(join(__dirname, 'started-at.mjs'))});
console.log(JSON.stringify([startedAt(), Math.round(performance.timeOrigin)]));`;

/** Starts that program in a shell, after a while. */
const start = (title: string) => `process.title = ${JSON.stringify(title)};
const { execFileSync } = require('node:child_process');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
process.stdout.write(execFileSync('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, ${JSON.stringify(print)}]));
console.log(performance.timeOrigin);`;

function measured(title: string) {
  const [both = '', parent] = execFileSync(process.execPath, ['-e', start(title)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const [at = 0, own = 0] = JSON.parse(both) as number[];
  return { at, own, parent: Number(parent) };
}

test('a command counts from the start of npm, the shell between them included', () => {
  const { at, own, parent } = measured('npm start');
  expect(own - at).toBeGreaterThanOrEqual(1400);
  expect(at).toBeLessThanOrEqual(parent + 20); // /proc counts in ticks of 10 ms
});

test('a program that npm does not run counts from its own start', () => {
  const { at, own } = measured('a shell');
  expect(at).toBe(own);
});
