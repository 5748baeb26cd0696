/** libs/embedded-postgres for tools; rebuilt first if its sources are newer. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';

const folder = join(import.meta.dirname, '..', 'libs', 'embedded-postgres');

/** @returns {Promise<typeof import('@corridor/embedded-postgres')>} */
export async function embeddedPostgres() {
  const file = join(folder, 'dist', 'index.js');
  if (!existsSync(file) || changedMs() > statSync(file).mtimeMs) await build(['@corridor/embedded-postgres']);
  return import(file);
}

function changedMs() {
  const sources = readdirSync(join(folder, 'src')).map((name) => join(folder, 'src', name));
  return Math.max(...sources.map((file) => statSync(file).mtimeMs));
}
