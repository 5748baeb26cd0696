/**
 * The programs that read OpenAPI documents, in pinned versions, in folders of this user. They are too heavy for the packages
 * of this workspace.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from '../servers/cache-folder.mjs';
import { findProgram } from '../servers/debian.mjs';
import { Unavailable } from '../servers/unavailable.mjs';

export const OPENAPI_GENERATOR = '7.25.0';
export const OAPI_CODEGEN = 'v2.8.2';
/** What the generated Go client imports. */
export const OAPI_CODEGEN_RUNTIME = 'v1.8.0';

const NPM = {
  '@hey-api/openapi-ts': '0.99.0',
  '@redocly/cli': '2.41.0',
  '@stoplight/spectral-cli': '6.16.3',
  httpyac: '6.16.7',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
};

/** What the generated Python client imports. */
const PYTHON = ['pydantic==2.14.3', 'python-dateutil==4.0.0', 'typing-extensions==4.16.0', 'urllib3==2.8.0'];

const named = (/** @type {string} */ kind, /** @type {unknown} */ versions) =>
  `${kind}-${Buffer.from(JSON.stringify(versions)).toString('base64url').slice(-24)}`;

/** @returns where the npm packages are installed */
export const npmPackages = () =>
  cached(named('clients-npm', NPM), (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: NPM }));
    must(folder, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent');
  });

/** @returns the jar of openapi-generator */
export function openapiGenerator() {
  const name = `openapi-generator-cli-${OPENAPI_GENERATOR}`;
  const folder = cached(name, (unfinished) => {
    const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}:jar`;
    must(
      unfinished,
      'mvn',
      '-B',
      '-q',
      '-ntp',
      'dependency:copy',
      artifact,
      `-DoutputDirectory=${unfinished}`,
    );
  });
  return join(folder, `${name}.jar`);
}

/** @returns a Python that has the packages */
export function python() {
  const folder = cached(named('clients-python', PYTHON), (unfinished) => {
    must(unfinished, 'python3', '-m', 'venv', '.');
    must(unfinished, join(unfinished, 'bin', 'python'), '-m', 'pip', 'install', '-q', ...PYTHON);
  });
  return join(folder, 'bin', 'python');
}

/** @param {string} name @throws {Unavailable} */
export function installed(name) {
  const program = findProgram(name);
  if (!program) throw new Unavailable(`${name} is not installed`);
  return program;
}

/** @param {string} cwd @param {string} name @param {string[]} args @throws {Unavailable} */
function must(cwd, name, ...args) {
  const program = name.startsWith('/') ? name : installed(name);
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Unavailable(`${name} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`);
}
