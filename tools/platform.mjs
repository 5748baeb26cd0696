/** What tools use of libs/platform: built first where its sources are newer. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';

const platform = join(import.meta.dirname, '..', 'libs', 'platform');

/** @returns {Promise<typeof import('../libs/platform/src/embedded-postgres.js')>} */
export const embeddedPostgres = () => load('embedded-postgres.js');

/** @returns {Promise<typeof import('../libs/platform/src/live-process.js')>} */
export const liveProcess = () => load('live-process.js');

/** @param {string} name */
function load(name) {
  const file = join(platform, 'dist', name);
  if (!existsSync(file) || changedMs() > statSync(file).mtimeMs) build(['@corridor/platform']);
  return import(file);
}

function changedMs() {
  const sources = readdirSync(join(platform, 'src')).map((name) => join(platform, 'src', name));
  return Math.max(...sources.map((file) => statSync(file).mtimeMs));
}
