/** The files that a file loads at run time: its imports, and theirs. Type-only imports load nothing. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { parseSync } from '@swc/core';
import { entries, root } from '../workspace.mjs';

const { resolve } = createRequire(import.meta.url);
const sources = new Map(entries());
/** @type {Map<string, string[]>} */
const found = new Map();

/**
 * @param {string} file from the root
 * @returns {string[]} files from the root and, as they are written, names of installed packages and of Node's modules
 */
export function loadedBy(file) {
  const loaded = new Set([file]);
  for (const one of loaded) if (/\.(ts|mjs)$/.test(one)) importsOf(one).forEach((next) => loaded.add(next));
  return [...loaded].slice(1);
}

/** @param {string} file */
function importsOf(file) {
  const known = found.get(file);
  if (known) return known;
  const imports = importedBy(readFileSync(join(root, file), 'utf8'), file.endsWith('.ts')).map((name) =>
    located(file, name),
  );
  found.set(file, imports);
  return imports;
}

/** @param {string} text @param {boolean} isTypeScript */
function importedBy(text, isTypeScript) {
  const { body } = parseSync(
    text,
    isTypeScript ? { syntax: 'typescript', decorators: true } : { syntax: 'ecmascript' },
  );
  return body.flatMap((statement) => {
    if (!('source' in statement) || !statement.source || ('typeOnly' in statement && statement.typeOnly))
      return [];
    const names = 'specifiers' in statement ? statement.specifiers : [];
    const areTypes = names.length > 0 && names.every((name) => 'isTypeOnly' in name && name.isTypeOnly);
    return areTypes ? [] : [statement.source.value];
  });
}

/** @param {string} file @param {string} name as it is imported there */
function located(file, name) {
  if (name.startsWith('@corridor/')) return sources.get(name) ?? relative(root, resolve(name));
  if (!name.startsWith('.')) return name;
  const path = join(dirname(file), name);
  return existsSync(join(root, path)) ? path : path.replace(/\.js$/, '.ts');
}
