/** The Job that creates and migrates the databases, once, before the services start. Only it knows the user who owns them. */
import { Expression, chartOnly, joined, keyOf, listOf, optional, value } from '../expression.mjs';
import { databaseVariable } from '@corridor/all-in-one';
import { policy, server } from './network.mjs';
import {
  containerSecurity,
  image,
  metadata,
  podLabels,
  podSecurity,
  scheduling,
  writableMounts,
  writableVolumes,
} from './pod.mjs';
import { account } from './workload.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {import('./index.mjs').Entry} Entry */

const NAME = 'migrate';
const ENABLED = value('migration.enabled');

/** @param {readonly Manifest[]} services @returns {Entry[]} */
export const migration = (services) => [
  { when: ENABLED, manifest: hook(account(NAME), -10, true) },
  {
    when: value('networkPolicy.enabled'),
    manifest: hook(
      policy(NAME, { app: NAME }, { ingress: [], egress: [server('dns'), server('postgres')] }),
      -10,
      true,
    ),
  },
  { when: ENABLED, manifest: hook(job(services), 0, false) },
];

/**
 * A hook of Helm, which runs before anything else of the release is changed.
 * @template {{ metadata: object }} Manifest
 * @param {Manifest} manifest @param {number} weight @param {boolean} endsWithIt whether it is removed after the migration
 */
function hook(manifest, weight, endsWithIt) {
  const annotations = {
    'helm.sh/hook': chartOnly('"pre-install,pre-upgrade"'),
    'helm.sh/hook-weight': chartOnly(`"${weight}"`),
    'helm.sh/hook-delete-policy': chartOnly(`"before-hook-creation${endsWithIt ? ',hook-succeeded' : ''}"`),
  };
  return { ...manifest, metadata: { ...manifest.metadata, annotations } };
}

/** It takes as long as it needs: no deadline, and no probe that would end it. */
const job = (/** @type {readonly Manifest[]} */ services) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: metadata(NAME),
  spec: {
    backoffLimit: 3,
    ttlSecondsAfterFinished: optional(value('migration.ttlSecondsAfterFinished')),
    template: {
      metadata: { labels: podLabels(NAME), annotations: optional(value('podAnnotations')) },
      spec: {
        restartPolicy: 'Never',
        serviceAccountName: NAME,
        ...podSecurity,
        ...scheduling,
        containers: [container(services)],
        volumes: joined(listOf(writableVolumes), value('extraVolumes')),
      },
    },
  },
});

const environment = new Expression(
  'list (dict "name" "ENVIRONMENT" "value" .Values.settings.ENVIRONMENT)',
  ({ settings }) => [{ name: 'ENVIRONMENT', value: settings.ENVIRONMENT }],
);

/** Where the Secret of a service has a DATABASE_URL, it is created as the user of this service. @param {string} service */
const userOf = (service) => {
  const name = databaseVariable(service);
  const path = `services.${keyOf(service)}.secret`;
  return new Expression(
    `list (dict "name" "${name}" "valueFrom" (dict "secretKeyRef" (dict "name" .Values.${path} "key" "DATABASE_URL" "optional" true)))`,
    (values) => [
      {
        name,
        valueFrom: { secretKeyRef: { name: value(path).of(values), key: 'DATABASE_URL', optional: true } },
      },
    ],
  );
};

/** @param {readonly Manifest[]} services */
const container = (services) => ({
  name: NAME,
  image,
  imagePullPolicy: value('image.pullPolicy'),
  command: ['node', 'apps/all-in-one/dist/migrate.js'],
  env: joined(environment, ...services.map(({ name }) => userOf(name)), value('extraEnv')),
  envFrom: [
    { secretRef: { name: value('secrets.shared') } },
    { secretRef: { name: value('secrets.owner') } },
  ],
  resources: value('migration.resources'),
  securityContext: containerSecurity,
  volumeMounts: joined(listOf(writableMounts), value('extraVolumeMounts')),
});
