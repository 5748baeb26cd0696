/** What the operator of Prometheus looks for: which pods have metrics, and the alerts. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Expression, value } from '../expression.mjs';
import { PART_OF, metadata } from './pod.mjs';

/** @typedef {import('./index.mjs').Entry} Entry */

const ENABLED = value('monitoring.enabled');

const alerts = () => readFileSync('deploy/observability/alerts.yaml', 'utf8');

/** Files of the chart that its templates read: they contain braces of their own. @returns {Record<string, string>} the text by name */
export const chartFiles = () => ({ 'alerts.yaml': alerts() });

/** @returns {Entry[]} */
export const monitoring = () => [
  { when: ENABLED, manifest: serviceMonitor },
  { when: ENABLED, manifest: rules },
];

/** With those by which Prometheus selects it. @param {string} name */
const labelled = (name) => {
  const { labels } = metadata(name);
  return {
    name,
    labels: new Expression(
      `merge (fromJson \`${JSON.stringify(own(labels))}\`) .Values.monitoring.labels`,
      (values) => ({ ...own(labels), ...values.monitoring.labels }),
    ),
  };
};

/** Without what only the chart has. @param {Record<string, unknown>} labels */
const own = (labels) =>
  Object.fromEntries(Object.entries(labels).filter(([, one]) => typeof one === 'string'));

const serviceMonitor = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: labelled('corridor'),
  spec: {
    selector: { matchLabels: PART_OF },
    endpoints: [
      {
        port: 'metrics',
        interval: value('monitoring.interval'),
        scrapeTimeout: value('monitoring.scrapeTimeout'),
      },
    ],
  },
};

const rules = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: labelled('corridor'),
  spec: {
    groups: new Expression('(.Files.Get "alerts.yaml" | fromYaml).groups', () => parse(alerts()).groups),
  },
};
