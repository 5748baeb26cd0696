/**
 * `npm run deploy:files`: writes the parts of Compose, Kubernetes, `.env.example` and docs/ that list services and
 * settings.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from '@corridor/tools/build.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
await build();
const { compositionSettings, services } = await import('@corridor/all-in-one');
const { deployFiles } = await import('./generate/files.mjs');
for (const [file, text] of Object.entries(deployFiles(services, compositionSettings))) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
