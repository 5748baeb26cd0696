/**
 * `npm run bench [-- name …] [--short] [--json=FILE] [--svg=FILE]`: measures Corridor beside its yardsticks in one run, and
 * prints the results as a Markdown table.
 *
 * Without names it runs all measures; a name runs those whose name contains it. It sets up all it needs: packages, the
 * build, an all-in-one program with a Postgres of its own, pgbench, and the event stores to compare with. `--short` takes
 * a minute and shows only that everything works. The figures depend on the machine: compare the ratios, and only within
 * one run.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { build } from '../tools/build.mjs';
import { reportFailures } from '../tools/failures.mjs';
import { install } from '../tools/install.mjs';
import { compare } from './harness.mjs';
import { plotOf, tableOf } from './results.mjs';

reportFailures('The benchmark could not run');
await install();
await build();
const { appends } = await import('./measures/appends.mjs');
const { requests } = await import('./measures/requests.mjs');
const { searches } = await import('./measures/search.mjs');
const { webhooks } = await import('./measures/webhooks.mjs');

const given = process.argv.slice(2);
const names = given.filter((one) => !one.startsWith('--'));
const isShort = given.includes('--short');
const size = isShort ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 5 };

const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory}, Node ${process.version}`;
console.log(`Commit ${commit}, ${machine}, load ${load()}`);
console.log(`${size.rounds} × ${size.seconds} s each, medians of the rounds`);

/** @type {import('./harness.mjs').Result[]} */
const results = [];
await measure(requests);
await measure(appends);
await measure(searches);
await measure(webhooks);
if (results.length === 0) throw new Error(`No measure has the name ${names.join(' or ')}`);
console.log(`\n${tableOf(results)}\n\nLoad ${load()}`);
keep('json', `${JSON.stringify({ commit, machine, size, results }, null, 2)}\n`);
keep('svg', plotOf(results));
process.exit();

/** @param {import('./harness.mjs').Group<any>} group */
async function measure({ start, measures }) {
  const wanted = Object.entries(measures).filter(
    ([name]) => names.length === 0 || names.some((one) => name.includes(one)),
  );
  if (wanted.length === 0) return;
  const context = await start({ isShort });
  for (const [name, measureOf] of wanted) {
    console.log(`${name} …`);
    results.push(await compare(name, await measureOf(context), { ...size, counters: context.counters }));
  }
  await context.stop();
}

/** @param {string} kind @param {string} text */
function keep(kind, text) {
  const file = given.find((one) => one.startsWith(`--${kind}=`))?.slice(`--${kind}=`.length);
  if (file) writeFileSync(file, text);
}

function load() {
  return loadavg()[0]?.toFixed(1);
}
