/** Each generator writes a client into a folder, compiles it with a program that uses it, and says how to run the program. */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import {
  OAPI_CODEGEN,
  OAPI_CODEGEN_RUNTIME,
  installed,
  npmPackages,
  openapiGenerator,
  python,
} from './toolbox.mjs';

/** @typedef {readonly [program: string, ...args: string[]]} Command */
/** @typedef {(command: Command) => Promise<string>} Run in the folder of the client @returns its output */
/** @typedef {{ document: string, folder: string, run: Run }} Job */

/** @type {Record<string, (job: Job) => Promise<Command>>} by name; each returns what sends an instruction */
export const generators = {
  async 'openapi-generator: typescript-fetch'(job) {
    await generate(job, 'typescript-fetch', 'client');
    return typescript(job, 'typescript-fetch');
  },

  async 'openapi-generator: python'({ folder, ...job }) {
    const program = python();
    await generate({ folder, ...job }, 'python', '.', { only: 'apis,models,supportingFiles' });
    writeProgram(folder, 'program.py');
    await job.run([program, '-m', 'compileall', '-q', 'openapi_client', 'program.py']);
    return [program, 'program.py'];
  },

  async 'openapi-generator: java'({ folder, ...job }) {
    await generate({ folder, ...job }, 'java', '.', { more: ['--library', 'native'] });
    const sources = join(folder, 'src', 'main', 'java');
    writeProgram(sources, 'Program.java');
    const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'];
    await job.run([installed('mvn'), '-B', '-q', '-ntp', ...goals]);
    const classes = `target/classes:$(cat classpath)`;
    return ['sh', '-c', `exec java -cp "${classes}" Program`];
  },

  async 'hey-api'(job) {
    await job.run([
      process.execPath,
      bin('@hey-api/openapi-ts/bin/run.js'),
      '-i',
      job.document,
      '-o',
      'client',
    ]);
    return typescript(job, 'hey-api');
  },

  async 'openapi-typescript'(job) {
    const output = ['-o', 'client/schema.d.ts'];
    await job.run([process.execPath, bin('openapi-typescript/bin/cli.js'), job.document, ...output]);
    return typescript(job, 'openapi-typescript');
  },

  async 'oapi-codegen'({ document, folder, run }) {
    const go = installed('go');
    mkdirSync(join(folder, 'client'));
    writeFileSync(
      join(folder, 'go.mod'),
      `module corridor\n\ngo 1.24\n\nrequire github.com/oapi-codegen/runtime ${OAPI_CODEGEN_RUNTIME}\n`,
    );
    // What only webhooks use is not pruned: their types are generated too.
    const options = { models: true, client: true };
    const settings = { package: 'client', output: 'client/client.go', generate: options };
    writeFileSync(
      join(folder, 'settings.yaml'),
      JSON.stringify({ ...settings, 'output-options': { 'skip-prune': true } }),
    );
    const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN}`;
    await run([go, 'run', tool, '-config', 'settings.yaml', document]);
    writeProgram(folder, 'main.go');
    await run([go, 'mod', 'tidy']);
    await run([go, 'build', '-o', 'program', '.']);
    return ['./program'];
  },
};

/**
 * @param {Job} job @param {string} language @param {string} output
 * @param {{ only?: string, more?: string[] }} [options] `only` leaves out the operations of webhooks: for Python the generator gives
 * types to the parameters of operations only (it has no `postProcessWebhooksWithModels`), so `api/webhook_deliveries_api.py` does
 * not compile. Nothing imports that file, and the models of the webhooks' bodies are generated with and without it.
 */
async function generate({ document, run }, language, output, { only, more = [] } = {}) {
  const without = ['apiDocs', 'modelDocs', 'apiTests', 'modelTests'].map((kind) => `${kind}=false`);
  const properties = [...(only ? [only] : []), ...without].join(',');
  const jar = [openapiGenerator(), 'generate', '-i', document, '-g', language, '-o', output];
  await run([installed('java'), '-jar', ...jar, '--global-property', properties, ...more]);
}

/** @param {Job} job @param {string} name of the program @returns {Promise<Command>} */
async function typescript({ folder, run }, name) {
  symlinkSync(join(npmPackages(), 'node_modules'), join(folder, 'node_modules'));
  writeProgram(folder, `${name}.ts`);
  const compilerOptions = {
    ...{
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'node16',
      strict: true,
      outDir: 'built',
    },
    ...{ typeRoots: [join(root, 'node_modules', '@types')], types: ['node'] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [`${name}.ts`] }));
  writeFileSync(join(folder, 'package.json'), '{}');
  await run([process.execPath, bin('typescript/bin/tsc'), '-p', '.']);
  return [process.execPath, `built/${name}.js`];
}

/** @param {string} file of an npm package */
const bin = (file) => join(npmPackages(), 'node_modules', file);

/** @param {string} folder @param {string} name */
const writeProgram = (folder, name) =>
  copyFileSync(join(import.meta.dirname, 'programs', `${name}__tmpl__`), join(folder, name));
