/** Runs the seeds that its parent hands out: see main.mjs. */
import { runSeeds } from './run-seeds.ts';

const [url = '', operations = ''] = process.argv.slice(2);

process.once('disconnect', () => process.exit()); // the parent has ended

await runSeeds(url, `simulation-${process.pid}`, {
  operations: Number(operations),
  next: () =>
    new Promise((resolve) => {
      process.once('message', (/** @type {{ seed: number | null }} */ { seed }) => resolve(seed));
      process.send?.({});
    }),
  done: (finding) => void process.send?.({ finding }),
});
process.disconnect();
