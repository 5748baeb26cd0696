/**
 * `npm run chaos -- --faults 500 --composition distributed --seed 7`: faults on real processes while clients work, and
 * a check of all that they did and saw. Prints each round and a table; the exit code is 1 if there are violations.
 */
import { parseArgs } from 'node:util';
import { type Run, chaos, totalOf } from './run.js';

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '30' },
    composition: { type: 'string', default: 'all-in-one' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [faults, seed] = [Number(values.faults), Number(values.seed)];
const { composition } = values;
if (!(composition === 'all-in-one' || composition === 'distributed') || !(faults > 0) || !(seed >= 0))
  throw new Error('usage: npm run chaos -- --faults N --composition all-in-one|distributed --seed S');

console.log(`${composition}: ${faults} faults, seed ${seed}`);
const run: Run = { composition, faults, seed, progress: (line) => console.log(line) };
const awake = setInterval(() => undefined, 60_000); // a composition does not keep this process alive
const summary = await chaos(run);
clearInterval(awake);
console.table(summary.faults);
console.table(summary.operations);
console.log(`${totalOf(summary.faults)} faults in ${summary.seconds} s`);
console.log(`settled within ${summary.slowestSettledMs} ms of the last fault of a round`);
console.log(`${summary.violations.length} violations`);
for (const { rule, what } of summary.violations) console.log(`  ${rule}: ${what}`);
process.exitCode = summary.violations.length > 0 ? 1 : 0;
