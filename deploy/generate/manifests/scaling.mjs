/** Autoscaling of a service, where values.yaml asks for it: by the load of the processors, or by KEDA on the lag of its consumer. */
import { Expression, equals, keyOf, optional, value, within } from '../expression.mjs';
import { metadata } from './pod.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {import('./index.mjs').Entry} Entry */

/** Processes that end hand their partitions on, so they end seldom. */
const CALM_SECONDS = 300;

/** @param {Manifest} service @returns {Entry[]} */
export function scaling({ name }) {
  const own = `services.${keyOf(name)}.autoscaling`;
  return [
    { manifest: byCpu(name, own), when: equals(`${own}.kind`, 'cpu') },
    { manifest: byLag(name, own), when: equals(`${own}.kind`, 'lag') },
  ];
}

/** @param {string} name @param {string} own */
const byCpu = (name, own) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: metadata(name),
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicas: value(`${own}.minReplicas`),
    maxReplicas: value(`${own}.maxReplicas`),
    metrics: [
      {
        type: 'Resource',
        resource: {
          name: 'cpu',
          target: { type: 'Utilization', averageUtilization: value(`${own}.cpuPercent`) },
        },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: CALM_SECONDS } },
  },
});

/** Without `topic`, KEDA adds up the lag of the group in all its topics. @param {string} name @param {string} own */
const byLag = (name, own) => ({
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'ScaledObject',
  metadata: metadata(name),
  spec: {
    scaleTargetRef: { name },
    minReplicaCount: value(`${own}.minReplicas`),
    maxReplicaCount: value(`${own}.maxReplicas`),
    cooldownPeriod: CALM_SECONDS,
    triggers: [
      {
        type: 'kafka',
        metadata: {
          bootstrapServers: value('settings.KAFKA_BROKERS'),
          consumerGroup: consumerGroup(name),
          lagThreshold: within('', `${own}.lagThreshold`, ''),
          offsetResetPolicy: 'earliest',
        },
        authenticationRef: optional(value('keda.authenticationRef')),
      },
    ],
  },
});

/** @param {string} name */
const consumerGroup = (name) =>
  new Expression(
    `printf "%s.${name}" (default "corridor" .Values.settings.TOPIC_PREFIX)`,
    ({ settings }) => `${settings.TOPIC_PREFIX || 'corridor'}.${name}`,
  );
