import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { loadedBy } from './imports-of.mjs';

/** @returns {string[]} files from the root: specs whose amounts differ between the two sizes of `sized`, and `*.long.spec.ts` */
export function sizedSpecs() {
  const specs = globSync('{apps,libs,tests,tools,deploy}/**/*.spec.ts', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  });
  return specs.filter(
    (spec) =>
      spec.endsWith('.long.spec.ts') ||
      isSized(spec) ||
      (isOfSystem(spec) && loadedBy(spec).some(isSizedPart)),
  );
}

/** @param {string} file */
const isOfSystem = (file) => file.startsWith('tests/');

/** @param {string} file */
const isSizedPart = (file) => isOfSystem(file) && isSized(file);

/** @param {string} file */
const isSized = (file) => /\bsized\(\{ small:/.test(readFileSync(join(root, file), 'utf8'));
