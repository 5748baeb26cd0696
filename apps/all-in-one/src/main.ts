import cluster from 'node:cluster';
import { exitBecause } from './exit-because.js';
import { start } from './start.js';
import { work } from './worker.js';

try {
  if (cluster.isPrimary) await start();
  else await work(process.argv[2] ?? '');
} catch (error) {
  exitBecause(error);
}
