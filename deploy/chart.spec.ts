import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSION, helm, kubernetesValidate } from '@corridor/tools/kubernetes/toolbox.mjs';
import { parse } from 'yaml';
import { cases, scaled } from './cases.js';
import type { Manifest } from './policies.js';
import { CHART, base, chart, chartText, output } from './rendered.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const byName = (all: readonly Manifest[], kind: string) =>
  Object.fromEntries(
    all.filter((one) => one.kind === kind).map((one): [string, Manifest] => [one['metadata'].name, one]),
  );

test.each(cases(folder))('passes helm lint with %s', (_, args) => {
  expect(output(helm(), ['lint', '--strict', CHART, ...args])).toContain('0 chart(s) failed');
});

test.each(cases(folder))('renders what the API knows, field by field, with %s', (name, args) => {
  const file = join(folder, `${name.replaceAll('/', '-')}.out.yaml`);
  writeFileSync(file, chartText(...args));
  const validated = output(kubernetesValidate(), [
    '-m',
    'kubernetes_validate',
    '--strict',
    '--no-warn',
    '--kubernetes-version',
    API_VERSION,
    file,
  ]);
  expect(validated).not.toContain('ERROR');
});

test('renders with its defaults exactly the Kustomize base', () => {
  expect(comparable(chart())).toEqual(comparable(base().filter(({ kind }) => kind !== 'Namespace')));
});

/** Without what only a release of Helm has, and the namespace, which Helm gives when it applies. */
function comparable(all: readonly Manifest[]) {
  const entries = all.map((one): [string, Manifest] => {
    const copy = structuredClone(one);
    const { metadata, spec } = copy;
    delete metadata.namespace;
    for (const name of ['app.kubernetes.io/managed-by', 'helm.sh/chart']) delete metadata.labels[name];
    delete metadata.annotations;
    delete spec?.template?.metadata.annotations?.['checksum/settings'];
    if (spec?.template && Object.keys(spec.template.metadata.annotations ?? {}).length === 0)
      delete spec.template.metadata.annotations;
    return [`${copy.kind} ${metadata.name}`, copy];
  });
  return Object.fromEntries(entries);
}

test('migrates before anything else of a release is changed', () => {
  const { migrate: job } = byName(chart(), 'Job');
  expect(job?.metadata.annotations).toEqual({
    'helm.sh/hook': 'pre-install,pre-upgrade',
    'helm.sh/hook-weight': '0',
    'helm.sh/hook-delete-policy': 'before-hook-creation',
  });
  for (const kind of ['ServiceAccount', 'NetworkPolicy'])
    expect(byName(chart(), kind)['migrate']?.metadata.annotations).toMatchObject({
      'helm.sh/hook-weight': '-10',
    });
});

test('needs nothing for the migration that Helm creates after it', () => {
  const { spec } = byName(chart(), 'Job')['migrate'] as Manifest;
  const [container] = spec.template.spec.containers;
  expect(JSON.stringify(container)).not.toContain('configMapRef');
});

test('replaces the pods of a service, and no others, when its settings change', () => {
  const checksums = (args: string[]) =>
    Object.entries(byName(chart(...args), 'Deployment')).map(([name, one]) => [
      name,
      one.spec.template.metadata.annotations['checksum/settings'],
    ]);
  const before = Object.fromEntries(checksums([]));
  const after = checksums(['--set-string', 'services.ledger.settings.BANK_BREAK_DAYS=9']);
  expect(after.filter(([name, sum]) => before[name as string] !== sum).map(([name]) => name)).toEqual([
    'ledger',
  ]);
});

test('scales by the load of the processors or by the lag of the consumer, and then sets no number of pods', () => {
  const all = chart(...scaled(folder));
  const deployments = byName(all, 'Deployment');
  expect(deployments['ledger']?.spec.replicas).toBeUndefined();
  expect(deployments['gateway']?.spec.replicas).toBe(2);
  expect(byName(all, 'HorizontalPodAutoscaler')['ledger']?.spec).toMatchObject({
    minReplicas: 2,
    maxReplicas: 6,
    metrics: [{ resource: { target: { averageUtilization: 60 } } }],
  });
  expect(byName(all, 'ScaledObject')['payments']?.spec).toMatchObject({
    scaleTargetRef: { name: 'payments' },
    maxReplicaCount: 4,
    triggers: [
      {
        type: 'kafka',
        metadata: { bootstrapServers: 'kafka:9092', consumerGroup: 'bank.payments', lagThreshold: '1000' },
      },
    ],
  });
});

test('has the alerts as they are tested, and a port of each service for Prometheus', () => {
  const all = chart('--values', 'deploy/helm/examples/production.yaml');
  const { groups } = parse(readFileSync('deploy/observability/alerts.yaml', 'utf8')) as Manifest;
  expect(byName(all, 'PrometheusRule')['corridor']).toMatchObject({
    metadata: { labels: { release: 'prometheus', 'app.kubernetes.io/part-of': 'corridor' } },
    spec: { groups },
  });
  const { spec } = byName(all, 'ServiceMonitor')['corridor'] as Manifest;
  const selected = Object.values(byName(all, 'Service')).filter(({ metadata }) =>
    Object.entries(spec.selector.matchLabels).every(([key, value]) => metadata.labels[key] === value),
  );
  const { services } = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Manifest;
  expect(selected).toHaveLength(Object.keys(services).length);
  const ports = selected.map((one) => one.spec.ports.map(({ name }: Manifest) => name));
  expect(new Set(ports.flat())).toEqual(new Set(['http', spec.endpoints[0].port]));
});

test('gives pods what is added for all and for one', () => {
  const deployments = byName(chart(...scaled(folder)), 'Deployment');
  const of = (name: string) => deployments[name]?.spec.template;
  expect(of('payments').spec.containers[0].env.map(({ name }: Manifest) => name)).toEqual([
    'SERVICE',
    'NODE_OPTIONS',
    'TZ',
  ]);
  expect(of('gateway').metadata.annotations).toMatchObject({ 'team.example/name': 'payments' });
});

test.each([
  ['a misspelled setting', '--set-string', 'services.ledger.settings.BANK_BREAK_DAY=9', 'BANK_BREAK_DAY'],
  ['a misspelled value', '--set', 'replicaCount=3', 'replicaCount'],
  ['a service that does not exist', '--set', 'services.ledgers.replicas=3', 'ledgers'],
  ['a tag instead of a digest', '--set', 'image.digest=1.2', 'digest'],
  [
    'a number where a setting is text',
    '--set',
    'settings.KAFKA_REPLICATION_FACTOR=3',
    'KAFKA_REPLICATION_FACTOR',
  ],
  ['no pods', '--set', 'services.ledger.replicas=0', 'replicas'],
])('refuses %s', (_, option, assignment, named) => {
  expect(() => chart(option, assignment)).toThrow(named);
});

test('has the version of the packages', () => {
  const { version, appVersion } = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8')) as Manifest;
  const { version: ofPackages } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  expect([version, appVersion]).toEqual([ofPackages, ofPackages]);
});
