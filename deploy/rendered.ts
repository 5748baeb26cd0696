/** What would be applied to a cluster, from the files of this folder: rendered by Helm and by kubectl themselves. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { helm, kubectl } from '@corridor/tools/kubernetes/toolbox.mjs';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './policies.js';

export const CHART = 'deploy/helm/corridor';
const EXAMPLES = 'deploy/helm/examples';

/** Files of values that the chart is rendered with, beside its defaults. */
export const examples = () => readdirSync(EXAMPLES).map((file) => `${EXAMPLES}/${file}`);

/** @param args as `--values file` */
export const chartText = (...args: readonly string[]): string =>
  output(helm(), ['template', 'corridor', CHART, '--namespace', 'corridor', ...args]);

export const chart = (...args: readonly string[]): Manifest[] => documents(chartText(...args));

/** The migration, then all else. */
export const base = (): Manifest[] =>
  ['deploy/kubernetes/migrate', 'deploy/kubernetes'].flatMap((folder) =>
    documents(output(kubectl(), ['kustomize', folder])),
  );

export const documents = (text: string): Manifest[] =>
  parseAllDocuments(text, { strict: true })
    .map((one) => {
      if (one.errors.length > 0) throw new Error(one.errors.join());
      return one.toJS() as Manifest | null;
    })
    .filter((one) => one !== null);

/** @throws Error with what the program says */
export function output(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(error?.message ?? stdout + stderr);
  return stdout;
}
