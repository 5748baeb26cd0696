/** deploy/helm/corridor/values.schema.json: Helm refuses values that it does not describe, misspelled ones too. */
import { keyOf } from './expression.mjs';
import { ownSettings, sharedSettings } from './values.mjs';
import { addressOf } from './compose.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {Record<string, any>} Schema */

const text = { type: 'string' };
const flag = { type: 'boolean' };
const name = { type: 'string', minLength: 1 };
const duration = { type: 'string', pattern: '^[1-9][0-9]*(ms|s|m)$' };
const list = { type: 'array', items: { type: 'object' } };
const map = { type: 'object' };
const texts = { type: 'object', additionalProperties: text };
const count = (least = 1) => ({ type: 'integer', minimum: least });

/** Exactly these keys. @param {Record<string, Schema>} properties @returns {Schema} */
const object = (properties) => ({ type: 'object', additionalProperties: false, properties });

const resources = object({ requests: map, limits: map, claims: list });

/** @param {readonly { name: string }[]} declared @param {readonly string[]} more */
const settings = (declared, more = []) =>
  object(Object.fromEntries([...more, ...declared.map((one) => one.name)].map((one) => [one, text])));

/** @param {Manifest} service @param {readonly Manifest[]} services */
const service = (service, services) =>
  object({
    replicas: count(),
    secret: name,
    settings: settings(ownSettings(service), addresses(service, services)),
    extraEnv: list,
    extraVolumes: list,
    extraVolumeMounts: list,
    serviceAccountAnnotations: texts,
    internetPorts: list,
    resources,
    autoscaling: object({
      kind: { enum: ['none', 'cpu', 'lag'] },
      minReplicas: count(),
      maxReplicas: count(),
      cpuPercent: count(),
      lagThreshold: { type: 'string', pattern: '^[1-9][0-9]*$' },
    }),
  });

/** @param {Manifest} one @param {readonly Manifest[]} services */
const addresses = (one, services) =>
  one.name === 'gateway' ? services.filter((other) => other !== one).map(addressOf) : [];

/** @param {readonly Manifest[]} services */
export const valuesSchema = (services) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...object({
    global: map,
    image: object({
      repository: name,
      digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
      tag: text,
      pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
    }),
    secrets: object({ shared: name, owner: name }),
    settings: settings(sharedSettings()),
    extraEnv: list,
    extraVolumes: list,
    extraVolumeMounts: list,
    podAnnotations: texts,
    imagePullSecrets: list,
    priorityClassName: text,
    nodeSelector: texts,
    tolerations: list,
    migration: object({ enabled: flag, ttlSecondsAfterFinished: count(0), resources }),
    podDisruptionBudget: object({ enabled: flag }),
    networkPolicy: object({
      enabled: flag,
      gateway: object({ from: list }),
      metrics: object({ from: list }),
      ...Object.fromEntries(
        ['dns', 'collector', 'postgres', 'kafka', 'redis'].map((one) => [
          one,
          object({ to: list, ports: list }),
        ]),
      ),
    }),
    ingress: object({ enabled: flag, className: text, host: name, tlsSecret: name, annotations: texts }),
    monitoring: object({ enabled: flag, labels: texts, interval: duration, scrapeTimeout: duration }),
    keda: object({ authenticationRef: map }),
    services: object(Object.fromEntries(services.map((one) => [keyOf(one.name), service(one, services)]))),
  }),
});
