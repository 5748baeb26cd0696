/** Values that the chart is rendered with: its defaults, the examples, and what these leave out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examples } from './rendered.js';

const SCALED = `services:
  ledger: { autoscaling: { kind: cpu, cpuPercent: 60 } }
  payments: { autoscaling: { kind: lag, maxReplicas: 4 }, extraEnv: [{ name: TZ, value: UTC }] }
settings: { TOPIC_PREFIX: bank }
extraEnv: [{ name: NODE_OPTIONS, value: --max-old-space-size=384 }]
podAnnotations: { team.example/name: payments }
`;
const BARE =
  'migration: { enabled: false }\nnetworkPolicy: { enabled: false }\npodDisruptionBudget: { enabled: false }\n';

/** @param folder for the files that are no examples @returns for Helm, as `--values file` */
export const scaled = (folder: string): string[] => withValues(folder, 'scaled.yaml', SCALED);

/** @param folder as above @returns each with its name */
export const cases = (folder: string): [name: string, args: string[]][] => [
  ['its defaults', []],
  ...examples().map((file): [string, string[]] => [file, ['--values', file]]),
  ['autoscaling', scaled(folder)],
  ['as little as possible', withValues(folder, 'bare.yaml', BARE)],
];

function withValues(folder: string, name: string, values: string): string[] {
  const file = join(folder, name);
  writeFileSync(file, values);
  return ['--values', file];
}
