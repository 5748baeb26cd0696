/** All committed files that are generated from the manifests of the services. */
import { readFileSync } from 'node:fs';
import {
  composeEnvironment,
  composeServices,
  exampleSecrets,
  exampleSettings,
  examples,
} from './compose.mjs';
import { dashboardFiles } from './dashboards.mjs';
import { declaredIn } from './declared.mjs';
import { exampleFiles } from './examples.mjs';
import { kubernetesFiles } from './kubernetes.mjs';
import { serviceTable, settingsTable } from './tables.mjs';
import { withRegion } from './regions.mjs';

/**
 * @param {readonly import('@corridor/platform').Manifest[]} services
 * @param {readonly import('@corridor/platform').Settings[]} compositionSettings
 * @returns {Record<string, string>} the text by file
 */
export function deployFiles(services, compositionSettings) {
  const text = (/** @type {string} */ file) => readFileSync(file, 'utf8');
  const architecture = withRegion(text('docs/architecture.md'), 'services', `\n${serviceTable(services)}\n`);
  const settings = `\n${settingsTable(services, compositionSettings)}\n`;
  const demo = compositionSettings.filter(({ namespace }) => namespace === 'demo');
  const secrets = withRegion(text('.env.example'), 'secrets', exampleSecrets(services));
  const example = withRegion(secrets, 'demo', examples(declaredIn(demo)));
  const base = text('deploy/kubernetes/kustomization.yaml');
  const compose = withRegion(text('docker-compose.yml'), 'environment', composeEnvironment());
  return {
    'docs/architecture.md': architecture,
    'docs/settings.md': withRegion(text('docs/settings.md'), 'settings', settings),
    '.env.example': withRegion(example, 'settings', exampleSettings(services)),
    'docker-compose.yml': withRegion(compose, 'services', composeServices(services)),
    'deploy/kubernetes/kustomization.yaml': withRegion(base, 'services', ofServices(services)),
    ...kubernetesFiles(services),
    ...exampleFiles(services),
    ...dashboardFiles(),
  };
}

/** @param {readonly import('@corridor/platform').Manifest[]} services */
const ofServices = (services) => services.map(({ name }) => `  - ${name}.yaml`).join('\n');
