/** What runs a service: its Deployment with its account, its address, and how much of it may be away at a time. */
import { declaredIn } from '../declared.mjs';
import { Expression, joined, keyOf, listOf, optional, value } from '../expression.mjs';
import {
  METRICS_PORT,
  containerSecurity,
  image,
  metadata,
  podLabels,
  podSecurity,
  scheduling,
  writableMounts,
  writableVolumes,
} from './pod.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {import('./index.mjs').Entry} Entry */

/** Five seconds until nobody sends more, then up to 25 until the process ends itself; some more in reserve. */
const GRACE_SECONDS = 45;
const DRAIN_SECONDS = 5;

/** @param {Manifest} service @returns {Entry[]} */
export const workload = ({ name, settings }) => [
  {
    manifest: account(name, {
      annotations: optional(value(`services.${keyOf(name)}.serviceAccountAnnotations`)),
    }),
  },
  {
    manifest: deployment(
      name,
      declaredIn(settings).some(({ isSecret }) => isSecret),
    ),
  },
  { manifest: address(name) },
  { manifest: budget(name), when: value('podDisruptionBudget.enabled') },
];

/** @param {string} name @param {object} more */
export const account = (name, more = {}) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { ...metadata(name), ...more },
  automountServiceAccountToken: false,
});

/** @param {string} name @param {boolean} hasSecrets */
const deployment = (name, hasSecrets) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: metadata(name),
  spec: {
    replicas: optional(replicas(keyOf(name))),
    selector: { matchLabels: { app: name } },
    strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    template: {
      metadata: { labels: podLabels(name), annotations: optional(annotations(keyOf(name))) },
      spec: {
        serviceAccountName: name,
        terminationGracePeriodSeconds: GRACE_SECONDS,
        ...podSecurity,
        ...scheduling,
        topologySpreadConstraints: ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map(
          (topologyKey) => spread(topologyKey, name),
        ),
        containers: [container(name, hasSecrets)],
        volumes: joined(
          listOf(writableVolumes),
          value('extraVolumes'),
          value(`services.${keyOf(name)}.extraVolumes`),
        ),
      },
    },
  },
});

/** None where an autoscaler decides. @param {string} key */
const replicas = (key) =>
  new Expression(
    `ternary .Values.services.${key}.replicas 0 (eq .Values.services.${key}.autoscaling.kind "none")`,
    ({ services }) => (services[key].autoscaling.kind === 'none' ? services[key].replicas : 0),
  );

/** Pods are replaced when their settings change. @param {string} key */
const annotations = (key) =>
  new Expression(
    `merge (dict "checksum/settings" (list .Values.settings .Values.services.${key}.settings | toJson | sha256sum)) .Values.podAnnotations`,
    (values) => values.podAnnotations,
  );

/** @param {string} topologyKey @param {string} name */
const spread = (topologyKey, name) => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable: 'ScheduleAnyway',
  labelSelector: { matchLabels: { app: name } },
});

/** @param {string} name @param {boolean} hasSecrets whether it needs its Secret */
function container(name, hasSecrets) {
  const own = `services.${keyOf(name)}`;
  return {
    name,
    image,
    imagePullPolicy: value('image.pullPolicy'),
    ports: [
      { name: 'http', containerPort: 8080 },
      { name: 'metrics', containerPort: METRICS_PORT },
    ],
    env: joined(listOf([{ name: 'SERVICE', value: name }]), value('extraEnv'), value(`${own}.extraEnv`)),
    envFrom: [
      { configMapRef: { name: 'corridor-settings' } },
      { secretRef: { name: value('secrets.shared') } },
      { configMapRef: { name: `corridor-${name}-settings` } },
      { secretRef: { name: value(`${own}.secret`), ...(hasSecrets ? {} : { optional: true }) } },
    ],
    startupProbe: { httpGet: { path: '/health/live', port: 'http' }, periodSeconds: 2, failureThreshold: 60 },
    livenessProbe: { httpGet: { path: '/health/live', port: 'http' }, periodSeconds: 10, timeoutSeconds: 3 },
    readinessProbe: { httpGet: { path: '/health/ready', port: 'http' }, periodSeconds: 5, timeoutSeconds: 3 },
    lifecycle: { preStop: { exec: { command: ['sleep', String(DRAIN_SECONDS)] } } },
    resources: value(`${own}.resources`),
    securityContext: containerSecurity,
    volumeMounts: joined(
      listOf(writableMounts),
      value('extraVolumeMounts'),
      value(`${own}.extraVolumeMounts`),
    ),
  };
}

/** @param {string} name */
const address = (name) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata(name),
  spec: {
    selector: { app: name },
    ports: [
      { name: 'http', port: 8080, targetPort: 'http' },
      { name: 'metrics', port: METRICS_PORT, targetPort: 'metrics' },
    ],
  },
});

/** @param {string} name */
const budget = (name) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: metadata(name),
  spec: { maxUnavailable: 1, selector: { matchLabels: { app: name } } },
});
