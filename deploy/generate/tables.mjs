/** The tables of the documentation that are generated from the manifests of the services. */
import { platformSettings } from '@corridor/platform';
import { declaredIn } from './declared.mjs';
import { table } from './regions.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {import('@corridor/platform').Setting} Setting */

/** @param {readonly Manifest[]} services */
export const serviceTable = (services) =>
  table([['service', 'owns'], ...services.map(({ name, contract }) => [`\`${name}\``, contract.owns])]);

/** @param {readonly Manifest[]} services @param {readonly import('@corridor/platform').Settings[]} more */
export const settingsTable = (services, more) =>
  table([
    ['variable', 'default', 'meaning'],
    ...declaredIn([platformSettings, ...more, ...services.flatMap(({ settings }) => settings)]).map(row),
  ]);

/** @param {Setting} setting */
const row = (setting) => [
  `\`${setting.name}\``,
  setting.defaultNote ?? defaultOf(setting),
  setting.description,
];

/** @param {Setting} setting */
function defaultOf({ default: value, sandboxDefault }) {
  if (sandboxDefault !== undefined) return `\`${sandboxDefault}\` in the sandbox`;
  return value === null ? '' : `\`${value}\``;
}
