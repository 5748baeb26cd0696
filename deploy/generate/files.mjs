/** All committed files that are generated from the manifests of the services. */
import { readFileSync } from 'node:fs';
import { composeServices, exampleSecrets, exampleSettings } from './compose.mjs';
import { kubernetesFiles } from './kubernetes.mjs';
import { serviceTable, settingsTable } from './readme.mjs';
import { withRegion } from './regions.mjs';

/**
 * @param {readonly import('@corridor/platform').Manifest[]} services
 * @param {readonly import('@corridor/platform').Setting[]} allInOneSettings
 * @returns {Record<string, string>} the text by file
 */
export function deployFiles(services, allInOneSettings) {
  const text = (/** @type {string} */ file) => readFileSync(file, 'utf8');
  const readme = withRegion(text('README.md'), 'services', `\n${serviceTable(services)}\n`);
  const example = withRegion(text('.env.example'), 'secrets', exampleSecrets(services));
  return {
    'README.md': withRegion(readme, 'settings', `\n${settingsTable(services, allInOneSettings)}\n`),
    '.env.example': withRegion(example, 'settings', exampleSettings(services)),
    'docker-compose.yml': withRegion(text('docker-compose.yml'), 'services', composeServices(services)),
    ...kubernetesFiles(services),
  };
}
