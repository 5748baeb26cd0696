import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ifAvailable } from '@corridor/tools/servers/unavailable.mjs';
import { cases } from '../../deploy/cases.js';
import type { Manifest } from '../../deploy/policies.js';
import { base, chart, documents } from '../../deploy/rendered.js';
import { codeBlock } from '../support/code-blocks.js';
import { Cluster, obtainCluster } from './support/cluster.js';

/** The deployment files, applied to a real API server, and the commands of deploy/README.md, executed there. */

const README = 'deploy/README.md';
const PRODUCTION = 'deploy/helm/examples/production.yaml';
const programs = ifAvailable('the deployment files on an API server of Kubernetes', obtainCluster);
const describeHere = programs === null ? describe.skip : describe;
/** None without the programs: nothing would remove it, because hooks of tests that are skipped are not called. */
const folder = programs && mkdtempSync(join(tmpdir(), 'corridor-deployment-'));
afterAll(() => folder && rmSync(folder, { recursive: true }));

/** Started before the tests of a block. */
function clusterOf(): () => Cluster {
  let cluster: Cluster | undefined;
  beforeAll(async () => {
    if (programs === null) return;
    cluster = await Cluster.start(programs);
    // What the examples name, and the company has.
    const metadata = { name: 'business-critical' };
    const priority = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata, value: 1000 };
    cluster.create('default', [priority]);
  });
  afterAll(() => cluster?.remove());
  return () => cluster as Cluster;
}

const only = (all: readonly Manifest[], ...kinds: string[]) =>
  all.filter((one) => kinds.includes(one['kind']));
const named = (all: readonly Manifest[], kind: string, name: string) =>
  only(all, kind).find(({ metadata }) => metadata.name === name) as Manifest;

/** What a controller would create. @param all as they are stored */
const podsOf = (all: readonly Manifest[]) =>
  only(all, 'Deployment', 'Job').map(({ metadata: { name }, spec: { template } }) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: template.metadata.labels },
    spec: template.spec,
  }));

/** What changes when an object does. */
const versions = (all: readonly Manifest[]) =>
  Object.fromEntries(all.map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata.resourceVersion]));
const generations = (all: readonly Manifest[]) =>
  Object.fromEntries(all.map(({ metadata }): [string, number] => [metadata.name, metadata.generation]));

const secrets = documents(readFileSync('deploy/kubernetes/secrets.example.yaml', 'utf8')).map((one) => ({
  ...one,
  metadata: { name: one['metadata'].name },
}));

describeHere('an API server', () => {
  const cluster = clusterOf();
  let count = 0;
  const namespace = () => {
    const name = `corridor-${(count += 1)}`;
    cluster().namespace(name);
    return name;
  };

  test.each([
    ...(folder ? cases(folder) : []).map(([name, args]): [string, () => Manifest[]] => [
      `the chart with ${name}`,
      () => chart(...args),
    ]),
    ['the Kustomize base', () => base().map(withoutNamespace)],
  ])('accepts %s with its pods, and has nothing to change the second time', (_, rendered) => {
    const all = rendered().filter(({ kind }) => kind !== 'Namespace');
    const place = namespace();
    cluster().create(place, secrets);
    cluster().apply(place, all);
    const stored = cluster().read(place, all);
    cluster().create(place, podsOf(stored));
    expect(missing(place)).toEqual([]);

    cluster().apply(place, all);
    expect(versions(cluster().read(place, all))).toEqual(versions(stored));
  });

  const withoutNamespace = ({ metadata: { namespace: _, ...metadata }, ...rest }: Manifest) => ({
    ...rest,
    metadata,
  });

  /** What a kubelet or a controller would look for in vain. */
  function missing(place: string): string[] {
    const names = (kind: string) =>
      cluster()
        .all(place, kind)
        .map(({ metadata }) => metadata.name);
    const present = { configMapRef: names('configmaps'), secretRef: names('secrets') };
    const containers = cluster()
      .all(place, 'pods')
      .flatMap(({ spec }) => spec.containers as Manifest[]);
    const sources = containers.flatMap(({ envFrom }) =>
      (envFrom as Manifest[]).flatMap((source) => Object.entries(source)),
    );
    const targets = cluster()
      .all(place, 'hpa,scaledobjects')
      .map(({ spec }) => spec.scaleTargetRef.name);
    const deployments = names('deployments');
    return [
      ...sources
        .filter(
          ([kind, { name, optional }]) => !optional && !present[kind as keyof typeof present].includes(name),
        )
        .map(([, { name }]) => name),
      ...targets.filter((name) => !deployments.includes(name)),
    ];
  }

  const podOf = (all: readonly Manifest[]) => named(all, 'Deployment', 'ledger').spec.template.spec;

  test.each<[string, (all: readonly Manifest[]) => unknown, string]>([
    ['a misspelled field', (all) => (podOf(all).containers[0].readinesProbe = {}), 'readinesProbe'],
    ['root', (all) => (podOf(all).securityContext.runAsNonRoot = false), 'runAsNonRoot != true'],
    [
      'a capability',
      (all) => (podOf(all).containers[0].securityContext.capabilities.add = ['NET_RAW']),
      'NET_RAW',
    ],
    [
      'a directory of the host',
      (all) => podOf(all).volumes.push({ name: 'a', hostPath: { path: '/' } }),
      'hostPath',
    ],
    ['a volume that no pod has', (all) => (podOf(all).volumes[0].name = 'temporary'), 'Not found: "tmp"'],
    [
      'other labels than it selects',
      (all) => (named(all, 'Deployment', 'ledger').spec.selector.matchLabels.app = 'x'),
      'selector',
    ],
    [
      'a quantity',
      (all) => (podOf(all).containers[0].resources.limits.memory = '1 GB'),
      'quantities must match',
    ],
    [
      'more memory than the limit',
      (all) => (podOf(all).containers[0].resources.requests.memory = '2Gi'),
      'less than or equal to memory limit',
    ],
    [
      'an address outside of its block',
      (all) =>
        named(all, 'NetworkPolicy', 'conversions-internet').spec.egress[0].to[0].ipBlock.except.push('::/64'),
      'except',
    ],
    [
      'more than there are',
      (all) => (named(all, 'HorizontalPodAutoscaler', 'gateway').spec.maxReplicas = 2),
      'maxReplicas',
    ],
    [
      'a misspelled trigger',
      (all) => (named(all, 'ScaledObject', 'webhook-dispatcher').spec.triggers[0].typ = 'kafka'),
      'typ',
    ],
    [
      'a trigger without a type',
      (all) => delete named(all, 'ScaledObject', 'webhook-dispatcher').spec.triggers[0].type,
      'type',
    ],
    [
      'an interval',
      (all) => (named(all, 'ServiceMonitor', 'corridor').spec.endpoints[0].interval = '30 s'),
      'interval',
    ],
    [
      'a misspelled rule',
      (all) => (named(all, 'PrometheusRule', 'corridor').spec.groups[0].rules[0].sumary = ''),
      'sumary',
    ],
  ])('refuses %s', (_, plant, said) => {
    const all = chart('--values', PRODUCTION);
    plant(all);
    const place = namespace();
    expect(() => cluster().apply(place, all)).toThrow(said);
  });

  test.each<[string, (pod: Manifest) => unknown, string]>([
    ['root', (pod) => (pod['securityContext'].runAsUser = 0), 'runAsUser=0'],
    [
      'an account that does not exist',
      (pod) => (pod['serviceAccountName'] = 'ledgers'),
      'serviceaccount "ledgers" not found',
    ],
    [
      'a priority that does not exist',
      (pod) => (pod['priorityClassName'] = 'highest'),
      'no PriorityClass with name highest',
    ],
  ])('refuses a pod with %s', (_, plant, said) => {
    const all = chart('--values', PRODUCTION);
    const place = namespace();
    cluster().apply(place, all);
    const pods = podsOf(cluster().read(place, only(all, 'Deployment')));
    plant(named(pods, 'Pod', 'ledger')['spec']);
    expect(() => cluster().create(place, pods)).toThrow(said);
  });

  describe('with the operators of Kafka and Postgres', () => {
    const examples = readdirSync('deploy/examples').map((name) => join('deploy/examples', name));
    const manifests = (file: string) => documents(readFileSync(file, 'utf8'));
    beforeAll(() => {
      for (const name of ['kafka', 'postgres']) cluster().kubectl('create', 'namespace', name);
    });

    test.each(examples)('accepts %s', (file) => {
      const all = manifests(file);
      const { namespace: place } = all[0]?.['metadata'] as { namespace: string };
      cluster().apply(place, all);
      const stored = versions(cluster().read(place, all));
      cluster().apply(place, all);
      expect(versions(cluster().read(place, all))).toEqual(stored);
    });

    test.each<[string, string, (spec: Manifest) => unknown, string]>([
      ['Kafka', 'kafka', (spec) => (spec['kafka'].listener = []), 'listener'],
      ['KafkaTopic', 'corridor.ledger.events', (spec) => (spec['partitions'] = '6'), 'partitions'],
      [
        'KafkaUser',
        'corridor-ledger',
        (spec) => (spec['authorization'].acls[0].operations = ['Writ']),
        'Writ',
      ],
      ['Cluster', 'postgres', (spec) => (spec['walStorag'] = {}), 'walStorag'],
    ])('refuses a mistake in a %s', (kind, name, plant, said) => {
      const all = examples.flatMap(manifests).filter((one) => one['kind'] === kind);
      const one = named(all, kind, name);
      plant(one['spec']);
      expect(() => cluster().apply(one['metadata'].namespace, [one])).toThrow(said);
    });
  });
});

describeHere('Helm', () => {
  const cluster = clusterOf();
  const place = 'corridor';
  const install = codeBlock(README, 'sh', 'helm upgrade --install');
  const upgrade = install.slice(install.indexOf('helm upgrade'));
  const deployments = () => cluster().all(place, 'deployments');
  const release = async () => JSON.parse(await cluster().run(`helm -n ${place} list -o json`))[0] as Manifest;

  test('installs as the README says', async () => {
    await cluster().run(install);
    expect(await release()).toMatchObject({ name: 'corridor', revision: '1', status: 'deployed' });
    expect(deployments()).toHaveLength(6);
    cluster().create(place, podsOf(deployments()));
  });

  test('changes no Deployment if the values are the same', async () => {
    const before = generations(deployments());
    await cluster().run(upgrade);
    expect(await release()).toMatchObject({ revision: '2', status: 'deployed' });
    expect(generations(deployments())).toEqual(before);
  });

  test('changes what another value is for, and leaves the number of pods to the autoscaler', async () => {
    cluster().kubectl('scale', '-n', place, 'deployment/gateway', '--replicas=7');
    const before = generations(deployments());
    await cluster().run(`${upgrade.trimEnd()} --set-string services.ledger.settings.BANK_BREAK_DAYS=9`);
    const after = generations(deployments());
    expect(after).toEqual({ ...before, ledger: (before['ledger'] as number) + 1 });
    expect(named(deployments(), 'Deployment', 'gateway').spec.replicas).toBe(7);
  });

  test('hands the number of pods over to an autoscaler, and takes it back, as the README says', async () => {
    const pods = () => named(deployments(), 'Deployment', 'ledger').spec.replicas as number;
    const scaled = `${upgrade.trimEnd()} --set services.ledger.autoscaling.kind=cpu`;
    expect(pods()).toBe(3);
    await cluster().run(scaled);
    expect(pods()).toBe(1);
    await cluster().run(upgrade);
    expect(pods()).toBe(3);

    await cluster().run(codeBlock(README, 'sh', 'kubectl -n corridor scale'));
    await cluster().run(scaled);
    expect(pods()).toBe(4);
    expect(
      cluster()
        .all(place, 'hpa')
        .map(({ metadata }) => metadata.name),
    ).toContain('ledger');

    await expect(cluster().run(upgrade)).rejects.toThrow('conflict');
    await cluster().run(`${upgrade.trimEnd()} --force-conflicts`);
    expect(pods()).toBe(3);
  });

  test('changes nothing if the migration fails, and goes on with the next command', async () => {
    const before = versions(deployments());
    const change = `${upgrade.trimEnd()} --set services.ledger.replicas=4`;
    await expect(cluster().run(change, 'Failed')).rejects.toThrow('migrate');
    expect(versions(deployments())).toEqual(before);
    expect(await release()).toMatchObject({ status: 'failed' });
    await cluster().run(change);
    expect(named(deployments(), 'Deployment', 'ledger').spec.replicas).toBe(4);
  });

  test.each(['deploy/helm/examples/sandbox.yaml', PRODUCTION])(
    'is upgraded to other values, of %s',
    async (file) => {
      await cluster().run(upgrade.replace(PRODUCTION, file));
      const all = chart('--values', file);
      const kinds = new Set(all.map(({ kind }) => kind as string).filter((kind) => kind !== 'Job'));
      const hooks = (one: Manifest) => one['metadata'].annotations?.['helm.sh/hook'] !== undefined;
      const expected = all.filter((one) => !hooks(one));
      const present = cluster()
        .all(place, [...kinds].join(','))
        .filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/managed-by'] === 'Helm');
      expect(Object.keys(versions(present)).sort()).toEqual(Object.keys(versions(expected)).sort());
    },
  );
});

describeHere('Kustomize', () => {
  const cluster = clusterOf();
  const place = 'corridor';
  const apply = codeBlock(README, 'sh', 'kubectl apply -k deploy/kubernetes/migrate');

  test('installs and upgrades as the README says', async () => {
    cluster().namespace(place);
    cluster().create(place, secrets);
    await cluster().run(apply);
    const all = cluster().all(place, 'deployments,jobs');
    cluster().create(place, podsOf(all));
    const [job] = only(all, 'Job');

    await cluster().run(apply);
    expect(versions(cluster().all(place, 'deployments'))).toEqual(versions(only(all, 'Deployment')));
    expect(cluster().all(place, 'jobs')[0]?.['metadata'].uid).not.toBe(job?.['metadata'].uid);
  });

  test('hands the number of pods over to an autoscaler as the README says', async () => {
    const pods = () =>
      named(cluster().all(place, 'deployments'), 'Deployment', 'ledger').spec.replicas as number;
    const overlay = join(folder as string, 'overlay');
    mkdirSync(overlay);
    const patch = '- { op: remove, path: /spec/replicas }';
    const resources = [relative(overlay, 'deploy/kubernetes')];
    const patches = [{ target: { kind: 'Deployment', name: 'ledger' }, patch }];
    writeFileSync(join(overlay, 'kustomization.yaml'), JSON.stringify({ resources, patches }));
    expect(pods()).toBe(2);
    cluster().kubectl('apply', '-k', overlay);
    expect(pods()).toBe(1);
    cluster().kubectl('apply', '-k', 'deploy/kubernetes');
    expect(pods()).toBe(2);

    await cluster().run(codeBlock(README, 'sh', 'apply set-last-applied'));
    cluster().kubectl('apply', '-k', overlay);
    expect(pods()).toBe(2);
  });
});
