import { accessSync, constants, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { SERVICES } from '@corridor/platform';

/** No container engine and no cluster takes part here: what can be checked of the files alone is checked. */
type Document = { kind?: string; metadata?: { name: string } } & Record<string, any>;

const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Document;
const folder = 'deploy/kubernetes';
const manifests: Document[] = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Document;
  }),
);
const manifest = (kind: string, name: string) =>
  manifests.find((document) => document.kind === kind && document.metadata?.name === name);

/** Names that the code reads from its environment, and two that webhook delivery will read. */
const read = new Set([
  'REDIS_URL',
  'WEBHOOK_ALLOW_LOOPBACK',
  ...sources().flatMap((text) =>
    [...text.matchAll(/\.(?:text|integer|oneOf|flag|boolean)\(\s*'([A-Z][A-Z0-9_]+)'/g)].map((m) => m[1]),
  ),
  ...sources().flatMap((text) => [...text.matchAll(/process\.env\.([A-Z][A-Z0-9_]+)/g)].map((m) => m[1])),
  ...SERVICES.map((name) => `${name.toUpperCase().replaceAll('-', '_')}_URL`),
]);

describe('docker-compose.yml', () => {
  test.each([...SERVICES])('runs %s from the one image, once its servers are healthy', (name) => {
    const service = compose.services[name];
    expect(service.command).toEqual([name]);
    expect(service.build.dockerfile).toBe('deploy/Dockerfile');
    expect(service.depends_on).toMatchObject({ postgres: {}, kafka: {}, redis: {} });
  });

  test('every setting is one that the code reads', () => {
    const names = SERVICES.flatMap((name) => Object.keys(compose.services[name].environment));
    expect([...new Set(names)].filter((name) => !read.has(name))).toEqual([]);
  });

  test('only the gateway has a port, on loopback', () => {
    const published = Object.entries<Document>(compose.services).filter(([, service]) => service.ports);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['gateway', ['127.0.0.1:8080:8080']],
    ]);
  });

  test('every server is probed, and Redis never evicts', () => {
    for (const name of ['postgres', 'kafka', 'redis'])
      expect(compose.services[name].healthcheck.test[0]).toBe('CMD');
    expect(compose.services.redis.command.join(' ')).toContain('--maxmemory-policy noeviction');
  });
});

describe('deploy/kubernetes', () => {
  test.each([...SERVICES])('deploys %s with probes, settings and secrets', (name) => {
    const pod = manifest('Deployment', name)?.spec.template.spec;
    const [container] = pod.containers;
    expect(container.args).toEqual([name]);
    expect(container.readinessProbe.httpGet.path).toBe('/health/ready');
    expect(container.livenessProbe.httpGet.path).toBe('/health/live');
    expect(container.envFrom).toEqual([
      { configMapRef: { name: 'corridor-settings' } },
      { secretRef: { name: 'corridor-secrets' } },
    ]);
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    expect(manifest('Service', name)?.spec.selector).toEqual({ app: name });
  });

  test('every setting is one that the code reads', () => {
    const names = Object.keys({
      ...manifest('ConfigMap', 'corridor-settings')?.data,
      ...manifest('Secret', 'corridor-secrets')?.stringData,
    });
    expect(names.filter((name) => !read.has(name))).toEqual([]);
  });

  test('the kustomization names every manifest but the example', () => {
    const files = readdirSync(folder).filter(
      (file) => !/^(kustomization|secrets\.example)\.yaml$/.test(file),
    );
    expect([...(manifests.find(({ kind }) => kind === 'Kustomization')?.resources ?? [])].sort()).toEqual(
      files.sort(),
    );
  });
});

describe('deploy/Dockerfile', () => {
  const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');

  test('starts any service by its name, not as root', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["\/corridor\/deploy\/run-service"\]$/m);
    accessSync('deploy/run-service', constants.X_OK);
  });

  test('sets only what the code reads', () => {
    const names = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map(
      (match) => match[1],
    );
    expect(names.filter((name) => name !== 'NODE_ENV' && !read.has(name))).toEqual([]);
  });
});

function sources(): string[] {
  return ['apps', 'libs'].flatMap((root) =>
    readdirSync(root).flatMap((name) => {
      const src = join(root, name, 'src');
      const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
        /(?<!\.spec)\.ts$/.test(file),
      );
      return files.map((file) => readFileSync(join(src, file), 'utf8'));
    }),
  );
}
