/** The gateway is the only entry point, and `/operator` stays inside. */
import { Expression, optional, value } from '../expression.mjs';
import { metadata } from './pod.mjs';

/** @typedef {import('./index.mjs').Entry} Entry */

/** The API, the pages that the `type` of an error leads to, and what a provider calls with RAIL=http. */
const PATHS = ['/v1', '/problems', '/provider'];

/** @returns {Entry[]} */
export const ingress = () => [{ when: value('ingress.enabled'), manifest }];

const tls = new Expression(
  'list (dict "hosts" (list .Values.ingress.host) "secretName" .Values.ingress.tlsSecret)',
  (values) => [{ hosts: [values.ingress.host], secretName: values.ingress.tlsSecret }],
);

const manifest = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { ...metadata('gateway'), annotations: optional(value('ingress.annotations')) },
  spec: {
    ingressClassName: value('ingress.className'),
    tls,
    rules: [
      {
        host: value('ingress.host'),
        http: {
          paths: PATHS.map((path) => ({
            path,
            pathType: 'Prefix',
            backend: { service: { name: 'gateway', port: { name: 'http' } } },
          })),
        },
      },
    ],
  },
};
