/**
 * With `node --import`: runs the packages of this workspace from their sources, compiled as the build does it, file by
 * file as they are loaded. For what must run before the build.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { entries, root } from './workspace.mjs';

/** The build leaves specs and fixtures out. */
const config = { ...JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8')), exclude: [] };

const sources = new Map(entries().map(([name, file]) => [name, pathToFileURL(join(root, file)).href]));

registerHooks({
  resolve(specifier, context, next) {
    const source = sources.get(specifier);
    if (source) return { url: source, shortCircuit: true };
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      ...config,
      swcrc: false,
      sourceMaps: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
