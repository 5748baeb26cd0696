/** All manifests of Corridor, by the file in which they are: the one source of the chart and of the Kustomize base. */
import { ingress } from './ingress.mjs';
import { migration } from './migration.mjs';
import { monitoring } from './monitoring.mjs';
import { servicePolicies, sharedPolicies } from './network.mjs';
import { scaling } from './scaling.mjs';
import { settings } from './settings.mjs';
import { workload } from './workload.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {{ readonly manifest: object, readonly when?: import('../expression.mjs').Expression }} Entry */

/** @param {readonly Manifest[]} services @returns {Record<string, Entry[]>} */
export const manifests = (services) => ({
  migrate: migration(services),
  settings: settings(services),
  network: [...sharedPolicies(), ...services.flatMap(servicePolicies)],
  ingress: ingress(),
  monitoring: monitoring(),
  ...Object.fromEntries(services.map((one) => [one.name, [...workload(one), ...scaling(one)]])),
});
