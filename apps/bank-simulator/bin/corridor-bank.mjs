#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** npm links this file when it installs packages, before anything is built. */
const program = new URL('../dist/main.js', import.meta.url);
if (!existsSync(program)) {
  console.error('Corridor is not built: run `npm start` or `npm run build` first.');
  process.exit(1);
}
await import(program.href);
