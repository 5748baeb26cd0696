import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { obtainApiServer, startApiServer } from '@corridor/tools/kubernetes/api-server.mjs';
import { customResources } from '@corridor/tools/kubernetes/custom-resources.mjs';
import { helm, kubectl } from '@corridor/tools/kubernetes/toolbox.mjs';
import type { Manifest } from '../../../deploy/policies.js';
import { bash } from '../../support/bash.js';

export type Programs = ReturnType<typeof obtainCluster>;

/** @throws Unavailable */
export const obtainCluster = () => ({
  server: obtainApiServer(),
  kinds: customResources(),
  kubectl: kubectl(),
  helm: helm(),
});

/**
 * An API server of Kubernetes that knows the kinds of the operators. Nothing runs in it: the test does what a controller would do,
 * where somebody waits for it.
 */
export class Cluster {
  private constructor(
    private readonly folder: string,
    private readonly programs: Programs,
    private readonly server: Awaited<ReturnType<typeof startApiServer>>,
  ) {}

  static async start(programs: Programs): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-cluster-'));
    const server = await startApiServer(programs.server, folder);
    const cluster = new Cluster(folder, programs, server);
    try {
      cluster.kubectl('create', '-f', programs.kinds);
      while (!cluster.knowsKinds()) await sleep(200);
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  private knowsKinds(): boolean {
    return this.all('default', 'crd').every(({ status }) =>
      status?.conditions?.some((of: Manifest) => of['type'] === 'Established' && of['status'] === 'True'),
    );
  }

  async remove(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @returns what it prints @throws Error with it if it fails */
  kubectl(...args: string[]): string {
    const options = ['--kubeconfig', this.server.kubeconfig, '--cache-dir', join(this.folder, 'cache')];
    const { status, stdout, stderr, error } = spawnSync(this.programs.kubectl, [...options, ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) throw new Error(error?.message ?? stdout + stderr);
    return stdout;
  }

  /** Also what the server only warns of, among it what PodSecurity says of the pods of a Deployment, is an error. */
  apply(namespace: string, manifests: readonly Manifest[]): void {
    const file = this.file(manifests);
    this.kubectl(
      'apply',
      '--server-side',
      '--validate=strict',
      '--warnings-as-errors',
      '-n',
      namespace,
      '-f',
      file,
    );
  }

  create(namespace: string, manifests: readonly Manifest[]): void {
    this.kubectl(
      'create',
      '--validate=strict',
      '--warnings-as-errors',
      '-n',
      namespace,
      '-f',
      this.file(manifests),
    );
  }

  /** As they are stored. */
  read(namespace: string, manifests: readonly Manifest[]): Manifest[] {
    return (
      JSON.parse(this.kubectl('get', '-n', namespace, '-o', 'json', '-f', this.file(manifests))) as Manifest
    )['items'];
  }

  all(namespace: string, kinds: string): Manifest[] {
    return (JSON.parse(this.kubectl('get', kinds, '-n', namespace, '-o', 'json')) as Manifest)['items'];
  }

  /** A namespace in which pods run only if they keep to the restricted Pod Security Standard. */
  namespace(name: string): void {
    const levels = ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']);
    const metadata = { name, labels: Object.fromEntries(levels) };
    this.create('default', [{ apiVersion: 'v1', kind: 'Namespace', metadata }]);
  }

  /**
   * Commands of a page, for which the programs are there that it names. What has to be built is taken for built.
   * Meanwhile each new Job has the outcome that a controller would give it.
   */
  async run(script: string, outcome: 'Complete' | 'Failed' = 'Complete'): Promise<string> {
    const path = join(this.folder, 'bin');
    mkdirSync(path, { recursive: true });
    for (const name of ['kubectl', 'helm'] as const) {
      rmSync(join(path, name), { force: true });
      symlinkSync(this.programs[name], join(path, name));
    }
    writeFileSync(join(path, 'docker'), '#!/bin/sh\n');
    chmodSync(join(path, 'docker'), 0o755);
    const env = {
      KUBECONFIG: this.server.kubeconfig,
      HOME: this.folder,
      PATH: `${path}:${process.env['PATH']}`,
    };
    let isOver = false;
    const over = bash(script, env).finally(() => (isOver = true));
    over.catch(() => undefined); // awaited below
    while (!isOver) {
      this.endJobs(outcome);
      await sleep(200);
    }
    return await over;
  }

  private endJobs(outcome: 'Complete' | 'Failed'): void {
    const { items } = JSON.parse(this.kubectl('get', 'jobs', '-A', '-o', 'json')) as Manifest;
    for (const job of items) {
      if (job.status.conditions) continue;
      const { name, namespace } = job.metadata;
      const time = new Date().toISOString().replace(/\.\d+/, '');
      const reason = outcome === 'Complete' ? 'CompletionsReached' : 'BackoffLimitExceeded';
      const conditions = [outcome === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget', outcome].map(
        (type) => ({
          type,
          status: 'True',
          reason,
          lastTransitionTime: time,
        }),
      );
      const status = {
        startTime: time,
        conditions,
        ...(outcome === 'Complete' ? { completionTime: time, succeeded: 1 } : { failed: 4 }),
      };
      const patch = JSON.stringify({ status });
      this.kubectl(
        'patch',
        'job',
        name,
        '-n',
        namespace,
        '--subresource=status',
        '--type=merge',
        '-p',
        patch,
      );
    }
  }

  private file(manifests: readonly Manifest[]): string {
    const file = join(this.folder, 'manifests.json');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests }));
    return file;
  }
}
