/**
 * What has to hold for every manifest that is applied to a cluster. Each rule has a violation: `policies.spec.ts` plants it, and
 * the rule has to find it.
 */

export type Manifest = Record<string, any>;

interface Policy {
  readonly rule: string;
  /** The names of those that violate it. */
  readonly find: (all: readonly Manifest[]) => string[];
  readonly plant: (all: readonly Manifest[]) => void;
}

/** Where the end of a process and the pause before it have to fit in. */
export const END_SECONDS = 25;

/** Services that may reach the public internet. */
const MAY_LEAVE = ['conversions', 'payments', 'inbound-funds', 'webhook-dispatcher'];
const PRIVATE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
];

const kinds = (all: readonly Manifest[], kind: string) => all.filter((one) => one.kind === kind);
const workloads = (all: readonly Manifest[]) => [...kinds(all, 'Deployment'), ...kinds(all, 'Job')];
const podOf = (one: Manifest) => one.spec.template.spec;
const containersOf = (one: Manifest) => [...(podOf(one).initContainers ?? []), ...podOf(one).containers];
const nameOf = (one: Manifest) => `${one.kind} ${one.metadata.name}`;
const first = (all: readonly Manifest[], kind = 'Deployment') => kinds(all, kind)[0] as Manifest;
const firstContainer = (all: readonly Manifest[]) => podOf(first(all)).containers[0];

const everyPod =
  (isGood: (pod: any, one: Manifest) => boolean): Policy['find'] =>
  (all) =>
    workloads(all)
      .filter((one) => !isGood(podOf(one), one))
      .map(nameOf);

const everyContainer =
  (isGood: (container: any, one: Manifest) => boolean): Policy['find'] =>
  (all) =>
    workloads(all)
      .filter((one) => !containersOf(one).every((container) => isGood(container, one)))
      .map(nameOf);

const selects = (one: Manifest, labels: Record<string, string>) =>
  Object.entries(one.spec.podSelector?.matchLabels ?? one.spec.selector?.matchLabels ?? {}).every(
    ([key, value]) => labels[key] === value,
  );
const labelsOf = (one: Manifest) => one.spec.template.metadata.labels;

export const policies: readonly Policy[] = [
  {
    rule: 'no pod runs as root',
    find: everyPod(({ securityContext: of }) => of?.runAsNonRoot === true && of.runAsUser > 0),
    plant: (all) => void (podOf(first(all)).securityContext.runAsNonRoot = false),
  },
  {
    rule: 'system calls are filtered',
    find: everyPod(({ securityContext: of }) => of?.seccompProfile?.type === 'RuntimeDefault'),
    plant: (all) => delete podOf(first(all)).securityContext.seccompProfile,
  },
  {
    rule: 'no container has capabilities',
    find: everyContainer(({ securityContext: of }) => {
      const { drop = [], add = [] } = of?.capabilities ?? {};
      return drop.includes('ALL') && add.length === 0;
    }),
    plant: (all) => void (firstContainer(all).securityContext.capabilities.add = ['NET_RAW']),
  },
  {
    rule: 'the root file system is read-only',
    find: everyContainer(({ securityContext: of }) => of?.readOnlyRootFilesystem === true),
    plant: (all) => delete firstContainer(all).securityContext.readOnlyRootFilesystem,
  },
  {
    rule: 'no process gains rights',
    find: everyContainer(
      ({ securityContext: of }) => of?.allowPrivilegeEscalation === false && of.privileged !== true,
    ),
    plant: (all) => void (firstContainer(all).securityContext.allowPrivilegeEscalation = true),
  },
  {
    rule: 'nothing of the host is shared',
    find: everyPod(({ hostNetwork, hostPID, hostIPC, volumes = [], containers }) => {
      const paths = volumes.some((one: any) => one.hostPath);
      const ports = containers.some((one: any) => one.ports?.some((port: any) => port.hostPort));
      return !(hostNetwork || hostPID || hostIPC || paths || ports);
    }),
    plant: (all) => podOf(first(all)).volumes.push({ name: 'host', hostPath: { path: '/' } }),
  },
  {
    rule: 'what a pod can write has a limit',
    find: everyPod(({ volumes = [] }) =>
      volumes.every(({ emptyDir }: any) => emptyDir === undefined || emptyDir.sizeLimit !== undefined),
    ),
    plant: (all) => podOf(first(all)).volumes.push({ name: 'more', emptyDir: {} }),
  },
  {
    rule: 'no pod has a token for the API server',
    find: (all) => [
      ...everyPod(({ automountServiceAccountToken: mounts }) => mounts === false)(all),
      ...kinds(all, 'ServiceAccount')
        .filter((one) => one.automountServiceAccountToken !== false)
        .map(nameOf),
    ],
    plant: (all) => delete first(all, 'ServiceAccount').automountServiceAccountToken,
  },
  {
    rule: 'each pod has an account of its own',
    find: (all) => {
      const accounts = kinds(all, 'ServiceAccount').map(({ metadata }) => metadata.name);
      return everyPod(
        ({ serviceAccountName: name }, one) => accounts.includes(name) && name === one.metadata.name,
      )(all);
    },
    plant: (all) => void (podOf(first(all)).serviceAccountName = 'default'),
  },
  {
    rule: 'each container requests processor and memory, and its memory has a limit',
    find: everyContainer(({ resources: { requests = {}, limits = {} } = {} }) =>
      Boolean(requests.cpu && requests.memory && limits.memory),
    ),
    plant: (all) => delete firstContainer(all).resources.limits,
  },
  {
    rule: 'each image has a version or a digest',
    find: everyContainer(({ image }) => /(@sha256:[0-9a-f]{64}|:(?!latest$)[\w.-]+)$/.test(image)),
    plant: (all) => void (firstContainer(all).image = 'registry.example/corridor:latest'),
  },
  {
    rule: 'each service is probed',
    find: (all) =>
      kinds(all, 'Deployment')
        .filter((one) =>
          podOf(one).containers.some(
            (of: any) =>
              of.startupProbe?.httpGet.path !== '/health/live' ||
              of.livenessProbe?.httpGet.path !== '/health/live' ||
              of.readinessProbe?.httpGet.path !== '/health/ready',
          ),
        )
        .map(nameOf),
    plant: (all) => void (firstContainer(all).livenessProbe.httpGet.path = '/health/ready'),
  },
  {
    rule: 'a process can end in order before it is killed',
    find: (all) =>
      kinds(all, 'Deployment')
        .filter((one) => {
          const { terminationGracePeriodSeconds: grace, containers } = podOf(one);
          return !(grace > Number(containers[0].lifecycle?.preStop?.exec.command[1]) + END_SECONDS);
        })
        .map(nameOf),
    plant: (all) => void (podOf(first(all)).terminationGracePeriodSeconds = 30),
  },
  {
    rule: 'a service is spread over zones and hosts',
    find: (all) =>
      kinds(all, 'Deployment')
        .filter((one) => {
          const spread = podOf(one).topologySpreadConstraints ?? [];
          return !['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].every((key) =>
            spread.some(
              (of: any) => of.topologyKey === key && of.labelSelector.matchLabels.app === labelsOf(one).app,
            ),
          );
        })
        .map(nameOf),
    plant: (all) => podOf(first(all)).topologySpreadConstraints.pop(),
  },
  {
    rule: 'a node can be drained, one pod of a service after the other',
    find: (all) =>
      kinds(all, 'Deployment')
        .filter((one) => {
          const budgets = kinds(all, 'PodDisruptionBudget').filter((of) => selects(of, labelsOf(one)));
          return budgets.length !== 1 || budgets[0]?.spec.maxUnavailable !== 1;
        })
        .map(nameOf),
    plant: (all) => void (first(all, 'PodDisruptionBudget').spec = { minAvailable: 2 }),
  },
  {
    rule: 'whatever no policy names is refused, in both directions',
    find: (all) => {
      const denying = kinds(all, 'NetworkPolicy').filter(
        ({ spec }) => !spec.ingress?.length && spec.policyTypes.length === 2,
      );
      return workloads(all)
        .filter((one) => !denying.some((of) => selects(of, labelsOf(one))))
        .map(nameOf);
    },
    plant: (all) => {
      for (const { spec } of kinds(all, 'NetworkPolicy')) spec.policyTypes = ['Ingress'];
    },
  },
  {
    rule: 'a policy names the peers and the ports that it allows',
    find: (all) =>
      kinds(all, 'NetworkPolicy')
        .filter(({ spec }) =>
          [...(spec.ingress ?? []), ...(spec.egress ?? [])].some(
            ({ from, to, ports }) => !(from ?? to)?.length || !ports?.length,
          ),
        )
        .map(nameOf),
    plant: (all) => void (first(all, 'NetworkPolicy').spec.egress = [{ to: [] }]),
  },
  {
    rule: 'services are called by the gateway alone',
    find: (all) =>
      kinds(all, 'NetworkPolicy')
        .filter(({ spec }) => spec.podSelector.matchLabels?.app !== 'gateway')
        .filter(({ spec }) =>
          (spec.ingress ?? []).some(
            ({ from = [], ports = [] }: any) =>
              ports.some(({ port }: any) => port === 8080) &&
              !from.every((of: any) => of.podSelector?.matchLabels?.app === 'gateway'),
          ),
        )
        .map(nameOf),
    plant: (all) =>
      void (first(all, 'NetworkPolicy').spec.ingress = [
        {
          from: [{ namespaceSelector: {} }],
          ports: [{ port: 8080 }],
        },
      ]),
  },
  {
    rule: 'metrics are read from the namespaces of monitoring alone',
    find: (all) =>
      kinds(all, 'NetworkPolicy')
        .filter(({ spec }) =>
          (spec.ingress ?? []).some(
            ({ from = [], ports = [] }: any) =>
              ports.some(({ port }: any) => port === 9464) &&
              !from.every((of: any) => of.namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name']),
          ),
        )
        .map(nameOf),
    plant: (all) =>
      void (first(all, 'NetworkPolicy').spec.ingress = [
        {
          from: [{ namespaceSelector: {} }],
          ports: [{ port: 9464 }],
        },
      ]),
  },
  {
    rule: 'only what needs it reaches the public internet, and from there no private address',
    find: (all) =>
      kinds(all, 'NetworkPolicy')
        .filter(({ spec }) => {
          const blocks: Manifest[] = (spec.egress ?? [])
            .flatMap(({ to = [] }: any) => to)
            .flatMap(({ ipBlock }: any) => ipBlock ?? []);
          const open = blocks.filter(({ cidr }) => (cidr as string).endsWith('/0'));
          if (open.length === 0) return false;
          const isClosed = open
            .filter(({ cidr }) => cidr === '0.0.0.0/0')
            .every(({ except = [] }) => PRIVATE.every((one) => (except as string[]).includes(one)));
          return !isClosed || !MAY_LEAVE.includes(spec.podSelector.matchLabels?.app);
        })
        .map(nameOf),
    plant: (all) =>
      first(all, 'NetworkPolicy').spec.egress.push({
        to: [{ ipBlock: { cidr: '0.0.0.0/0' } }],
        ports: [{ port: 443 }],
      }),
  },
  {
    rule: 'secrets are referred to, and in no manifest',
    find: (all) => [
      ...kinds(all, 'Secret').map(nameOf),
      ...kinds(all, 'ConfigMap')
        .filter(({ data }) =>
          Object.entries<string>(data ?? {}).some(([name, value]) => isSecret(name, value)),
        )
        .map(nameOf),
      ...everyContainer(({ env = [] }) => !env.some(({ name, value = '' }: any) => isSecret(name, value)))(
        all,
      ),
    ],
    plant: (all) => void (first(all, 'ConfigMap').data.REDIS_URL = 'redis://:hunter2@redis:6379'),
  },
  {
    rule: 'only the migration knows the owner of the databases',
    find: everyContainer(({ envFrom = [] }, one) =>
      envFrom.every(({ secretRef }: any) => !/owner/.test(secretRef?.name ?? '') || one.kind === 'Job'),
    ),
    plant: (all) => firstContainer(all).envFrom.push({ secretRef: { name: 'corridor-owner-secrets' } }),
  },
  {
    rule: 'a migration takes as long as it needs, and is not restarted by a probe',
    find: (all) =>
      kinds(all, 'Job')
        .filter((one) => {
          const probed = containersOf(one).some((of) => of.startupProbe || of.livenessProbe);
          return probed || one.spec.activeDeadlineSeconds || podOf(one).restartPolicy !== 'Never';
        })
        .map(nameOf),
    plant: (all) => void (first(all, 'Job').spec.activeDeadlineSeconds = 120),
  },
  {
    rule: 'no service migrates when it starts',
    find: (all) =>
      kinds(all, 'Deployment')
        .filter((one) => podOf(one).initContainers?.length > 0)
        .map(nameOf),
    plant: (all) => void (podOf(first(all)).initContainers = [structuredClone(firstContainer(all))]),
  },
];

const isSecret = (name: string, value: string) =>
  (/(SECRET|PASSWORD|_KEY)$/.test(name) && value !== '') || /\/\/[^/@]*:[^/@]+@/.test(value);
