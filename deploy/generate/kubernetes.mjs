/** deploy/helm/corridor and deploy/kubernetes: the files that are generated from the manifests of the services. */
import { parse } from 'yaml';
import { declaredIn } from './declared.mjs';
import { templateFile } from './helm.mjs';
import { GENERATED, baseFile } from './kustomize.mjs';
import { manifests } from './manifests/index.mjs';
import { chartFiles } from './manifests/monitoring.mjs';
import { valuesSchema } from './values-schema.mjs';
import { valuesFile } from './values.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */

const CHART = 'deploy/helm/corridor';
const BASE = 'deploy/kubernetes';
/** Applied and awaited before the others. */
const FIRST = 'migrate';
/** Not a part of the base: examples. */
const EXAMPLES = ['ingress', 'monitoring'];

/** @param {readonly Manifest[]} services @returns {Record<string, string>} the text by file */
export function kubernetesFiles(services) {
  const values = valuesFile(services);
  const defaults = parse(values);
  const files = Object.entries(manifests(services));
  const exampleOf = {
    ...defaults,
    ...Object.fromEntries(EXAMPLES.map((one) => [one, { ...defaults[one], enabled: true }])),
  };
  return {
    [`${CHART}/values.yaml`]: values,
    [`${CHART}/values.schema.json`]: `${JSON.stringify(valuesSchema(services), null, 2)}\n`,
    ...Object.fromEntries(
      files.map(([name, entries]) => [`${CHART}/templates/${name}.yaml`, templateFile(entries)]),
    ),
    ...Object.fromEntries(
      files.map(([name, entries]) => [
        baseName(name),
        baseFile(entries, EXAMPLES.includes(name) ? exampleOf : defaults),
      ]),
    ),
    ...Object.fromEntries(Object.entries(chartFiles()).map(([name, text]) => [`${CHART}/${name}`, text])),
    [`${BASE}/secrets.example.yaml`]: secretsFile(services),
  };
}

/** @param {string} name */
function baseName(name) {
  if (name === FIRST) return `${BASE}/migrate/migrate.yaml`;
  return `${BASE}/${name}${EXAMPLES.includes(name) ? '.example' : ''}.yaml`;
}

/** @param {readonly Manifest[]} services */
const secretsFile = (services) =>
  [
    GENERATED,
    '# The Secrets that the Deployments expect. An example: keep the real ones where you keep secrets.',
    [sharedSecrets(), ...services.map(secretsOf).filter(Boolean)].join('\n---\n'),
    '',
  ].join('\n');

const sharedSecrets = () => `apiVersion: v1
kind: Secret
metadata:
  name: corridor-secrets
  namespace: corridor
stringData:
  # A Postgres server, with the user as whom the services log in. The owner creates it where it is missing.
  DATABASE_URL: postgres://corridor_service:password@postgres:5432
  # 32 bytes or more, the same for all services: \`openssl rand -hex 32\`.
  CALLER_SECRET: replace-me-with-the-output-of-openssl-rand-hex-32
---
apiVersion: v1
kind: Secret
metadata:
  name: corridor-owner-secrets
  namespace: corridor
stringData:
  # For the migration alone: the same server, with the user who owns the databases. It may create databases and roles.
  DATABASE_OWNER_URL: postgres://corridor:password@postgres:5432`;

/** @param {Manifest} service */
function secretsOf({ name, settings }) {
  const own = declaredIn(settings).filter(({ isSecret }) => isSecret);
  if (own.length === 0) return '';
  return `apiVersion: v1
kind: Secret
metadata:
  name: corridor-${name}-secrets
  namespace: corridor
stringData:
${own.map((one) => `  # ${one.description}\n  ${one.name}: replace-me-with-the-output-of-openssl-rand-hex-32`).join('\n')}`;
}
