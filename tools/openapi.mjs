/**
 * `npm run openapi`: generates docs/openapi.json, docs/operator.openapi.json, docs/api-surface.txt, docs/tour.intellij.http,
 * the tables in docs/staff.md and docs/cli.md from code and docs/tour.http, and libs/sdk/src/generated from docs/openapi.json.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { withCommands } from './documentation/commands.mjs';
import { withRoles } from './documentation/roles.mjs';
import { compact, surface, withoutExamples } from './documentation/committed.mjs';
import { FOLDER, sdkFiles } from './sdk/generate.mjs';
import { inIntellij } from './tour/intellij.mjs';

await build();
const root = join(import.meta.dirname, '..');
const all = ['openapi.json', 'operator.openapi.json'].map((name) => {
  const document = JSON.parse(readFileSync(join(root, 'dist/docs', name), 'utf8'));
  writeFileSync(join(root, 'docs', name), `${compact(withoutExamples(document))}\n`);
  return surface(document);
});
writeFileSync(join(root, 'docs/api-surface.txt'), all.join(''));
const client = sdkFiles(JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')));
for (const [name, content] of Object.entries(client)) writeFileSync(join(root, FOLDER, name), content);
const { roles, staffPermissions } = await import('@corridor/services'); // built by now
const page = join(root, 'docs/staff.md');
writeFileSync(page, withRoles(readFileSync(page, 'utf8'), { roles, staffPermissions }));
const { commandTable, commandsOf } = await import(new URL('../apps/cli/dist/index.js', import.meta.url).href);
const commands = join(root, 'docs/cli.md');
const table = commandTable(
  commandsOf(JSON.parse(readFileSync(join(root, 'docs/operator.openapi.json'), 'utf8'))),
);
writeFileSync(commands, withCommands(readFileSync(commands, 'utf8'), table));
execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), page, commands]);
const tour = readFileSync(join(root, 'docs/tour.http'), 'utf8');
writeFileSync(join(root, 'docs/tour.intellij.http'), inIntellij(tour));
