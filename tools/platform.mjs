/** What tools use of the built libs/platform. */
import { join } from 'node:path';
import { build } from './build.mjs';

const dist = join(import.meta.dirname, '..', 'libs', 'platform', 'dist');

/** @returns {Promise<typeof import('../libs/platform/src/embedded-postgres.js')>} */
export const embeddedPostgres = () => load('embedded-postgres.js');

/** @returns {Promise<typeof import('../libs/platform/src/live-process.js')>} */
export const liveProcess = () => load('live-process.js');

/** @param {string} file */
function load(file) {
  build(['@corridor/platform']);
  return import(join(dist, file));
}
