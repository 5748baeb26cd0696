/** The tables of README.md that are generated from the manifests of the services. */
import { platformSettings } from '@corridor/platform';
import { table } from './regions.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {import('@corridor/platform').Setting} Setting */

/** @param {readonly Manifest[]} services */
export const serviceTable = (services) =>
  table([['service', 'owns'], ...services.map(({ name, contract }) => [`\`${name}\``, contract.owns])]);

/** @param {readonly Manifest[]} services @param {readonly Setting[]} more */
export const settingsTable = (services, more) =>
  table([
    ['variable', 'default', 'meaning'],
    ...[...platformSettings, ...more, ...services.flatMap(({ settings }) => settings)].map(row),
  ]);

/** @param {Setting} setting */
const row = ({ name, default: value, defaultNote, description }) => [
  `\`${name}\``,
  defaultNote ?? (value === null ? '' : `\`${value}\``),
  description,
];
