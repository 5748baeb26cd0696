import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SETTLE_TIMEOUT_MS } from '@corridor/event-store';
import { compositionSettings, seedSettings, services } from '@corridor/all-in-one';
import { forwardingSettings } from '@corridor/gateway';
import {
  HealthModule,
  Readiness,
  checkSettings,
  kafkaSettings,
  ownerSettings,
  platformSettings,
  valueOf,
} from '@corridor/platform';
import { SERVICES, addressVariable } from '@corridor/services';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { parse } from 'yaml';
import { declaredIn } from './generate/declared.mjs';
import { deployFiles } from './generate/files.mjs';
import { documents } from './rendered.js';

/** These tests check the files only, without a container engine or a cluster. */
type Variables = Record<string, string>;
type Document = Record<string, any>;

/** Where the gateway sends requests. */
const destinations = SERVICES.filter((name) => name !== 'gateway');

const text = (file: string) => readFileSync(file, 'utf8');
const dockerfile = text('deploy/Dockerfile');
const imageVariables = variablesOf(/^ENV (.*)$/m.exec(dockerfile)?.[1]?.split(' ') ?? []);

/** The namespaces that a service reads as a process of its own. */
function settingsOf(service: string) {
  const own = services.find(({ name }) => name === service)?.settings ?? [];
  return [platformSettings, kafkaSettings, ...own, ...(service === 'gateway' ? [forwardingSettings] : [])];
}

const every = declaredIn([
  platformSettings,
  ...compositionSettings,
  seedSettings,
  ...services.flatMap(({ settings }) => settings),
]);

/** Requirements of every deployment of a service, in Compose and Kubernetes alike. */
function expectToRun(service: string, given: Variables) {
  const { NODE_ENV: _, SERVICE: __, ...ofImage } = imageVariables;
  // The value of a variable is text, also where YAML reads a number.
  const texts = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  const { SERVICE, ...ofService } = Object.fromEntries(texts) as Variables;
  expect(SERVICE).toBe(service);
  const settings = settingsOf(service);
  const names = declaredIn(settings).map(({ name }) => name);
  expect(Object.keys(ofService).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(ofImage).filter((name) => !every.some((one) => one.name === name))).toEqual([]);
  const rest = { ...ofImage, ...ofService };
  expect(checkSettings(rest, settings)).toEqual([]);
  const { databaseUrl, host, port, metricsPort } = platformSettings.read(rest);
  expect([host, port, metricsPort, new URL(databaseUrl).pathname]).toEqual(['0.0.0.0', 8080, 9464, '']);
  const secrets = declaredIn(services.flatMap((one) => one.settings)).filter(({ isSecret }) => isSecret);
  for (const { name } of secrets) expect([name, Boolean(rest[name])]).toEqual([name, names.includes(name)]);
  if (service !== 'gateway') return;
  for (const destination of destinations)
    expect(rest[addressVariable(destination)]).toBe(`http://${destination}:8080`);
}

test.each(Object.entries(deployFiles(services, compositionSettings)))(
  '%s is what the manifests say; where it is not: npm run deploy:files',
  (file, generated) => expect(text(file)).toBe(generated),
);

test('nothing reads the environment but what checks the settings and what hands them on', () => {
  const reading = sources().filter((file) => !/\/testing\//.test(file) && text(file).includes('process.env'));
  expect(reading.sort()).toEqual([
    'apps/all-in-one/src/check.ts',
    'apps/all-in-one/src/doctor.ts',
    'apps/all-in-one/src/dr.ts',
    'apps/all-in-one/src/migrate.ts',
    'apps/all-in-one/src/seed.ts',
    'apps/all-in-one/src/start.ts',
    'apps/all-in-one/src/worker.ts',
    'apps/cli/src/process-terminal.ts',
    'libs/embedded-postgres/src/embedded-postgres.ts',
    'libs/platform/src/run-service.ts',
    'libs/platform/src/settings/settings.ts',
  ]);
});

test('the image has no bank simulator, and no service or setting of it', () => {
  expect(text('.dockerignore').split('\n')).toContain('apps/bank-simulator');
  const { dependencies } = JSON.parse(text('apps/all-in-one/package.json')) as { dependencies: object };
  expect(Object.keys(dependencies)).not.toContain('@corridor/bank-simulator');
  expect(services.map(({ name }) => name as string)).not.toContain('bank-simulator');
});

test('docs/settings.md has a row for each setting, with its default and meaning', () => {
  const rows = text('docs/settings.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` +\| (.*?) *\| (.*?) *\|$/gm);
  const documented = [...rows].map(([, name, ...cells]) => [name, ...cells]);
  const expected = every
    .filter(({ name }) => name !== 'CORRIDOR_URL')
    .map((one) => [
      one.name,
      expect.stringContaining(one.sandboxDefault ?? one.default ?? ''),
      one.description,
    ]);
  expect(documented.sort()).toEqual(expected.sort());
});

test('each name is declared with one meaning', () => {
  const all = [...compositionSettings, ...services.flatMap(({ settings }) => settings)];
  for (const { declared } of new Set(all))
    for (const one of declared) expect(every.find(({ name }) => name === one.name)).toBe(one);
});

test.each(every.filter(({ isSecret }) => isSecret).map((one) => [one.name, one] as const))(
  'what is said of a wrong %s does not show it',
  (name, one) => {
    for (const wrong of ['hunter2', 'a:hunter2', 'hunter2:hunter2,hunter2', 'ftp://u:hunter2@h'])
      try {
        valueOf(one, { [name]: wrong });
      } catch (error) {
        expect((error as Error).message).toMatch(new RegExp(`^${name} must `));
        expect((error as Error).message).not.toContain('hunter2');
      }
  },
);

describe('docker-compose.yml', () => {
  const secret = 'filled in with at least 32 bytes';
  const secrets = {
    CALLER_SECRET: secret,
    OPERATOR_KEY: secret,
    POSTGRES_PASSWORD: 'letters',
    POSTGRES_SERVICE_PASSWORD: 'others',
    WEBHOOK_SECRET_KEY: secret,
  };
  const compose = composeWith(secrets);
  const { seed, migrate, ...ours } = Object.fromEntries(
    Object.entries<Document>(compose.services).filter(([, { image }]) => image === 'corridor'),
  );

  test('runs exactly the services of the code', () => {
    expect(Object.keys(ours).sort()).toEqual([...SERVICES].sort());
  });

  test.each([...SERVICES])('gives %s what it needs, once its servers are healthy', async (name) => {
    const service = ours[name] as Document;
    expectToRun(name, service.environment);
    expect(service.build).toEqual({ context: '.', dockerfile: 'deploy/Dockerfile' });
    const [path = ''] = matches(service.healthcheck.test.join(' '), /'http:\/\/127\.0\.0\.1:8080(.*?)'/g);
    expect(await probeAt(path)).toBe('ready');
    for (const server of ['postgres', 'kafka', 'redis'])
      expect(service.depends_on[server]).toEqual({ condition: 'service_healthy' });
    expect(Number.parseInt(service.stop_grace_period) * 1000).toBeGreaterThan(SETTLE_TIMEOUT_MS);
  });

  test('prepares the databases first, in the only container that knows their owner', () => {
    expect(ownerSettings.read(migrate?.environment)).toEqual({
      databaseDirectUrl: null,
      environment: 'SANDBOX',
      databaseUrl: 'postgres://corridor_service:others@postgres:5432',
      databaseOwnerUrl: 'postgres://corridor:letters@postgres:5432',
    });
    expect(migrate?.command).toEqual(['node', 'apps/all-in-one/dist/migrate.js']);
    expect(migrate?.restart).toBe('no');
    expect(migrate?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    for (const one of Object.values(ours)) {
      expect(one.depends_on.migrate).toEqual({ condition: 'service_completed_successfully' });
      expect(JSON.stringify(one)).not.toContain('corridor:letters');
    }
  });

  test('fills the sandbox with settings that the code reads', () => {
    const names = Object.keys(seed?.environment);
    expect(names).toEqual(expect.arrayContaining(['CORRIDOR_URL', 'OPERATOR_KEY', 'DEMO_API_KEY']));
    expect(names.filter((name) => !every.some((one) => one.name === name))).toEqual([]);
    expect(seed?.environment.CORRIDOR_URL).toBe('http://gateway:8080');
  });

  test('exposes only the gateway, on loopback', () => {
    const open = Object.entries<Document>(compose.services).filter(([, service]) => service.ports);
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([['gateway', ['127.0.0.1:8080:8080']]]);
  });

  test('runs servers of the tested versions, with health checks, without eviction and without automatic topic creation', () => {
    const { postgres, kafka, redis } = compose.services;
    for (const server of [postgres, kafka, redis]) expect(server.healthcheck.test[0]).toBe('CMD');
    expect(redis.command.join(' ')).toContain('--maxmemory-policy noeviction');
    expect(kafka.environment.KAFKA_AUTO_CREATE_TOPICS_ENABLE).toBe('false');
    const [version] = matches(text('tools/servers/kafka.mjs'), /KAFKA_VERSION = '(.*)'/g);
    expect(kafka.image.split('@')[0]).toBe(`apache/kafka:${version}`);
  });

  test.each(Object.keys(secrets))('refuses to start without %s', (name) => {
    expect(() => composeWith({ ...secrets, [name]: '' })).toThrow(name);
  });

  test('.env.example names every setting, and no secret has a value', () => {
    const lines = text('.env.example').split('\n');
    const documented = variablesOf(lines.map((line) => line.replace(/^#(?=[A-Z])/, '')));
    const demo = Object.keys(seed?.environment).filter((name) => name.startsWith('DEMO_'));
    const requested = matches(text('docker-compose.yml'), /\$\{(\w+)/g);
    expect(Object.keys(documented).sort()).toEqual([...new Set([...requested, ...demo])].sort());
    expect(Object.keys(variablesOf(lines)).sort()).toEqual(Object.keys(secrets).sort());
    expect(new Set(Object.values(variablesOf(lines)))).toEqual(new Set(['']));
    for (const [name, value] of defaultsOf('docker-compose.yml'))
      expect([name, documented[name]]).toEqual([name, value]);
  });
});

describe('deploy/kubernetes', () => {
  const folder = 'deploy/kubernetes';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  );
  const manifests = files.flatMap((file) => documents(text(join(folder, file))));
  const all = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const one = (kind: string, name: string) =>
    all(kind).find(({ metadata }) => metadata.name === name) as Document;
  const containerOf = (kind: string, name: string) => one(kind, name).spec.template.spec.containers[0];

  function variablesOfContainer({ env, envFrom }: Document): Variables {
    const sources = envFrom.map(({ configMapRef, secretRef }: Document) =>
      configMapRef ? one('ConfigMap', configMapRef.name).data : one('Secret', secretRef.name)?.stringData,
    );
    const own = env.map(({ name, value }: Document) => [name, value]);
    return Object.assign({}, ...sources, Object.fromEntries(own));
  }

  test.each(['Deployment', 'Service', 'PodDisruptionBudget'])('has a %s for each service', (kind) => {
    expect(
      all(kind)
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual([...SERVICES].sort());
  });

  test.each([...SERVICES])('gives %s what it needs', (name) => {
    const variables = variablesOfContainer(containerOf('Deployment', name));
    // Only the company knows its bank (deploy/README.md).
    if (variables['RAIL'] === 'manual') variables['BANK_BIC'] = 'NWBKGB2L';
    expect(Object.values(variables).filter((value) => typeof value !== 'string')).toEqual([]);
    expectToRun(name, variables);
  });

  test('names as optional only a Secret that a service can do without', () => {
    for (const service of services) {
      const { envFrom } = containerOf('Deployment', service.name);
      const isNeeded = declaredIn(service.settings).some(({ isSecret }) => isSecret);
      const own = envFrom.find(
        ({ secretRef }: Document) => secretRef?.name === `corridor-${service.name}-secrets`,
      );
      expect([service.name, own.secretRef.optional ?? false]).toEqual([service.name, !isNeeded]);
    }
  });

  test('migrates in the only container that knows the owner of the databases', () => {
    const migrate = containerOf('Job', 'migrate');
    expect(migrate.command).toEqual(['node', 'apps/all-in-one/dist/migrate.js']);
    const { databaseDirectUrl: _, ...needed } = ownerSettings.read(variablesOfContainer(migrate));
    expect(Object.values(needed)).not.toContain(null);
    for (const name of SERVICES)
      expect(Object.keys(variablesOfContainer(containerOf('Deployment', name)))).not.toContain(
        'DATABASE_OWNER_URL',
      );
  });

  test.each([...SERVICES])('probes %s at its health paths and allows a graceful shutdown', async (name) => {
    const pod = one('Deployment', name).spec.template.spec;
    const [container] = pod.containers;
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect(container.ports[0]).toEqual({ name: 'http', containerPort: 8080 });
    for (const [probe, tells] of [
      [startupProbe, 'live'],
      [livenessProbe, 'live'],
      [readinessProbe, 'ready'],
    ]) {
      expect(probe.httpGet.port).toBe('http');
      expect(await probeAt(probe.httpGet.path)).toBe(tells);
    }
    const pause = Number(container.lifecycle.preStop.exec.command[1]) * 1000;
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(pause + SETTLE_TIMEOUT_MS);
  });

  test.each([...SERVICES])('runs %s as the user of the image', (name) => {
    const { securityContext } = one('Deployment', name).spec.template.spec;
    expect(dockerfile).toContain(`USER ${securityContext.runAsUser}:${securityContext.runAsGroup}`);
  });

  test.each([...SERVICES])('selects the pods of %s by its label', (name) => {
    const { spec } = one('Deployment', name);
    const label = { app: name };
    expect(spec.selector.matchLabels).toEqual(label);
    expect(spec.template.metadata.labels).toMatchObject(label);
    expect(one('Service', name).spec.selector).toEqual(label);
    expect(one('Service', name).spec.ports[0]).toEqual({ name: 'http', port: 8080, targetPort: 'http' });
    expect(one('PodDisruptionBudget', name).spec.selector.matchLabels).toEqual(label);
  });

  test('exposes only the gateway', () => {
    const backends = all('Ingress').flatMap(({ spec }) =>
      spec.rules.flatMap(({ http }: Document) => http.paths),
    );
    expect(new Set(backends.map(({ backend }) => backend.service.name))).toEqual(new Set(['gateway']));
    expect(backends.map(({ path }) => path)).toEqual(['/v1', '/problems', '/provider']);
  });

  test('applies every manifest except the examples, the migration apart', () => {
    const kustomizations = files.filter((file) => file.endsWith('kustomization.yaml'));
    const applied = kustomizations.flatMap((file) => {
      const { resources, images } = parse(text(join(folder, file))) as Document;
      expect(images[0].name).toBe('corridor');
      expect(`${images[0].newTag}`).toBe((parse(text('package.json')) as Document).version);
      return resources.map((resource: string) => join(dirname(file), resource));
    });
    expect(applied.sort()).toEqual(files.filter((file) => !/kustomization|\.example\./.test(file)).sort());
    expect(kustomizations).toHaveLength(2);
  });
});

describe('deploy/examples', () => {
  const kafka = documents(text('deploy/examples/kafka.strimzi.yaml'));
  const named = (kind: string) => kafka.filter((one) => one['kind'] === kind);

  test('have the topic of each service, as the services would create it', () => {
    expect(named('KafkaTopic').map(({ metadata }) => metadata.name)).toEqual(
      SERVICES.map((name) => `corridor.${name}.events`),
    );
    const topics = text('libs/messaging/src/kafka-topics.ts');
    const [, partitions] = /PARTITIONS = (\d+)/.exec(topics) ?? [];
    for (const { spec } of named('KafkaTopic')) expect(spec.partitions).toBe(Number(partitions));
  });

  test('let the user of a service write its own topic and no other', () => {
    for (const [i, { spec }] of named('KafkaUser').entries()) {
      const written = spec.authorization.acls.filter(({ operations }: Document) =>
        operations.includes('Write'),
      );
      expect(written.map(({ resource }: Document) => resource.name)).toEqual([
        `corridor.${SERVICES[i]}.events`,
      ]);
    }
    expect(named('KafkaUser')).toHaveLength(SERVICES.length);
  });
});

test('the image does not run as root and contains neither secrets nor the git history', () => {
  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  expect(text('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', '.env*', '**/node_modules']),
  );
});

/** docker-compose.yml as Compose reads it: `${NAME:-default}`, `${NAME:?must be set}`, `NAME:` as in the environment. */
function composeWith(variables: Variables): Document {
  const filledIn = text('docker-compose.yml').replace(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_, name: string, kind, more) => {
      const value = variables[name] ?? '';
      if (value === '' && kind === '?') throw new Error(`${name}: ${more}`);
      return value || more;
    },
  );
  expect(filledIn).not.toContain('${');
  return parse(filledIn, { merge: true }) as Document;
}

function defaultsOf(file: string): [string, string][] {
  return [...text(file).matchAll(/\$\{(\w+):-([^}]*)\}/g)].map(([, name = '', value = '']) => [name, value]);
}

function variablesOf(lines: readonly string[]): Variables {
  const pairs = lines.map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])));
}

/** What a path of the health endpoints tells: `live` responds also while something is missing, `ready` does not. */
async function probeAt(path: string): Promise<'live' | 'ready' | null> {
  const module = await Test.createTestingModule({ imports: [HealthModule] }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  await app.init();
  const isOk = async () => (await app.inject({ url: path })).statusCode === 200;
  const responds = await isOk();
  app.get(Readiness).requires('database', () => Promise.reject(new Error('away')));
  const respondsUnready = await isOk();
  await app.close();
  if (!responds) return null;
  return respondsUnready ? 'live' : 'ready';
}

function matches(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map(([, found = '']) => found);
}

function sources(): string[] {
  return ['apps', 'libs'].flatMap((root) =>
    readdirSync(root).flatMap((name) => {
      const src = join(root, name, 'src');
      const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
      return files.filter((file) => /(?<!\.spec|\.fixture)\.ts$/.test(file)).map((file) => join(src, file));
    }),
  );
}
