/**
 * `npm run sbom`: prints the packages of the image as a bill of materials, CycloneDX 1.6 in JSON, from package-lock.json: always the
 * same for the same lock. `npm sbom --omit dev` leaves out what only workspaces depend on.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productionPackages } from './production-packages.mjs';

/** @typedef {import('./production-packages.mjs').Package} Package */

/** @param {string} name of a package of npm @param {string} version */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param {Package} one */
const componentOf = ({ name, version, licence, integrity }) => ({
  type: 'library',
  'bom-ref': purlOf(name, version),
  name,
  version,
  purl: purlOf(name, version),
  licenses: [{ expression: licence.replace(/ (or|and) /g, (word) => word.toUpperCase()) }],
  ...(integrity?.startsWith('sha512-') && {
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
  }),
});

/** @param {string} version of Corridor @param {readonly Package[]} packages */
export const billOf = (version, packages) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': 'corridor', name: 'corridor', version } },
  components: [...new Map(packages.map((one) => [purlOf(one.name, one.version), componentOf(one)])).values()],
});

if (import.meta.filename === process.argv[1]) {
  const root = join(import.meta.dirname, '..');
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const { version, packages } = JSON.parse(read('package-lock.json'));
  const bill = billOf(version, productionPackages(packages, read('deploy/Dockerfile')));
  console.log(JSON.stringify(bill, null, 2));
}
