/** Who may connect to whom. Whatever no policy names is refused. */
import { keyOf, value } from '../expression.mjs';
import { METRICS_PORT, PART_OF, metadata } from './pod.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {import('./index.mjs').Entry} Entry */

const ENABLED = value('networkPolicy.enabled');
const HTTP = [{ protocol: 'TCP', port: 8080 }];
const METRICS = [{ protocol: 'TCP', port: METRICS_PORT }];

/** Addresses that are not on the public internet, among them those of the metadata services of clouds. */
const NOT_PUBLIC = {
  '0.0.0.0/0': [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '224.0.0.0/3',
  ],
  '::/0': ['::1/128', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
};
const INTERNET = Object.entries(NOT_PUBLIC).map(([cidr, except]) => ({ ipBlock: { cidr, except } }));

/** @returns {Entry[]} */
export const sharedPolicies = () => [
  { when: ENABLED, manifest: policy('corridor-default-deny', PART_OF, { ingress: [], egress: [] }) },
  {
    when: ENABLED,
    manifest: policy('corridor-dns', PART_OF, { egress: [server('dns')] }),
  },
  {
    when: ENABLED,
    manifest: policy('corridor-collector', PART_OF, { egress: [server('collector')] }),
  },
  {
    when: ENABLED,
    manifest: policy('corridor-metrics', PART_OF, {
      ingress: [{ from: value('networkPolicy.metrics.from'), ports: METRICS }],
    }),
  },
];

/** @param {Manifest} service @returns {Entry[]} */
export function servicePolicies({ name }) {
  const own = `services.${keyOf(name)}`;
  const isGateway = name === 'gateway';
  const servers = ['postgres', 'kafka', ...(name === 'webhook-dispatcher' ? ['redis'] : [])];
  const ingress = isGateway
    ? [{ from: value('networkPolicy.gateway.from'), ports: HTTP }]
    : [{ from: [podsOf('gateway')], ports: HTTP }];
  const services = isGateway ? [{ to: [{ podSelector: { matchLabels: PART_OF } }], ports: HTTP }] : [];
  const internet = { to: INTERNET, ports: value(`${own}.internetPorts`) };
  return [
    {
      when: ENABLED,
      manifest: policy(name, { app: name }, { ingress, egress: [...servers.map(server), ...services] }),
    },
    {
      when: value(`${own}.internetPorts`),
      manifest: policy(`${name}-internet`, { app: name }, { egress: [internet] }),
    },
  ];
}

/** @param {string} kind */
export const server = (kind) => ({
  to: value(`networkPolicy.${kind}.to`),
  ports: value(`networkPolicy.${kind}.ports`),
});

/** @param {string} app */
const podsOf = (app) => ({ podSelector: { matchLabels: { app } } });

/**
 * @param {string} name @param {Record<string, string>} matchLabels
 * @param {{ ingress?: object[], egress?: object[] }} allowed an empty list allows nothing. It is left out, because the API server
 * does not keep it: applied again, the object would differ each time
 */
export const policy = (name, matchLabels, { ingress, egress }) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: metadata(name),
  spec: {
    podSelector: { matchLabels },
    policyTypes: [...(ingress ? ['Ingress'] : []), ...(egress ? ['Egress'] : [])],
    ...(ingress?.length && { ingress }),
    ...(egress?.length && { egress }),
  },
});
