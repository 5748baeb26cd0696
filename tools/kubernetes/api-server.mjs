/**
 * A real API server of Kubernetes on this machine, for tests of the deployment files. Go compiles it once, from the modules of
 * Kubernetes and etcd: this takes minutes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { freePorts } from '../ports.mjs';
import { launch, whenReady } from '../program.mjs';
import { cached } from '../servers/cache-folder.mjs';
import { findProgram } from '../servers/debian.mjs';
import { Unavailable } from '../servers/unavailable.mjs';
import { must } from './toolbox.mjs';

const SOURCES = join(import.meta.dirname, 'api-server');

/** @returns {string} the program @throws {Unavailable} */
export function obtainApiServer() {
  const sources = ['main.go', 'go.mod', 'go.sum'].map((name) => readFileSync(join(SOURCES, name), 'utf8'));
  const digest = createHash('sha256').update(sources.join('\0')).digest('hex').slice(0, 16);
  const [, version = '', major = '', minor = ''] =
    /k8s\.io\/kubernetes (v(\d+)\.(\d+)\.\d+)/.exec(sources.join()) ?? [];
  const told = Object.entries({ gitVersion: version, gitMajor: major, gitMinor: minor });
  const folder = cached(`kubernetes-api-server-${digest}`, (unfinished) => {
    if (!findProgram('go')) throw new Unavailable('Go is not installed, which compiles the API server');
    console.error(`Compiling the API server of Kubernetes ${version} (minutes, once) …`);
    const flags = [
      '-s -w',
      ...told.map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`),
    ];
    must(SOURCES, 'go', 'build', '-buildvcs=false', '-ldflags', flags.join(' '), '-o', unfinished, '.');
  });
  return join(folder, 'api-server');
}

/**
 * With an administrator who is named in `kubeconfig`.
 * @param {string} program @param {string} folder for its data and log
 */
export async function startApiServer(program, folder) {
  mkdirSync(folder, { recursive: true });
  const [port = 0, ...ofEtcd] = await freePorts(3);
  const running = await launch({
    name: 'the API server',
    command: program,
    args: [folder, port, ...ofEtcd].map(String),
    output: { file: join(folder, 'api-server.log') },
  });
  await whenReady(running, () => isReady(port));
  return { kubeconfig: join(folder, 'kubeconfig'), stop: () => running.stop() };
}

/** Its certificate is one that nobody knows before it has started. @param {number} port @returns {Promise<boolean>} */
const isReady = (port) =>
  new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on('error', () => resolve(false))
      .end();
  });
