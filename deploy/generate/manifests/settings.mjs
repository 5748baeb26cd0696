/** The ConfigMaps: what is not secret. */
import { keyOf, optional, value } from '../expression.mjs';
import { metadata } from './pod.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {import('./index.mjs').Entry} Entry */

/** @param {readonly Manifest[]} services @returns {Entry[]} */
export const settings = (services) => [
  { manifest: configMap('corridor-settings', 'settings') },
  ...services.map(({ name }) => ({
    manifest: configMap(`corridor-${name}-settings`, `services.${keyOf(name)}.settings`),
  })),
];

/** @param {string} name @param {string} path */
const configMap = (name, path) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: metadata(name),
  data: optional(value(path)),
});
