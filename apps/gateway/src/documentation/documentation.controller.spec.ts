import { problems } from '@corridor/services';
import { TestGateway } from '../gateway.fixture.js';

describe('the documentation', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.stop());

  const document = async () => JSON.parse((await gateway.get('/openapi.json')).text) as Record<string, any>;

  test('is public, and sent again only if it has changed', async () => {
    const { status, headers, text } = await gateway.get('/openapi.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers).toMatchObject({
      'cache-control': 'public, no-cache',
      'access-control-allow-origin': '*',
    });
    const { etag = '' } = headers;
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
      const again = await gateway.get('/openapi.json', { 'if-none-match': known });
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    }
    expect((await gateway.get('/openapi.json', { 'if-none-match': '"another"' })).text).toBe(text);
  });

  test('is about this address, wherever that is', async () => {
    expect(await document()).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/' }] });
  });

  test('links a page for each code that it names', async () => {
    const { components } = await document();
    const { enum: codes } = components.schemas.Problem.properties.code;
    expect(codes).toEqual(Object.keys(problems));
    const linked = new Set(JSON.stringify(components).match(/\/problems\/\w+/g));
    expect([...linked].sort()).toEqual(
      Object.keys(problems)
        .map((code) => `/problems/${code}`)
        .sort(),
    );
    for (const path of linked) {
      const { status, text } = await gateway.get(path, { accept: 'text/html' });
      expect([path, status, text.includes(path.slice('/problems/'.length))]).toEqual([path, 200, true]);
    }
  });

  test('has no simulators in PRODUCTION', async () => {
    const pathsOf = ({ paths }: Record<string, any>) => Object.keys(paths);
    const inSandbox = pathsOf(await document());
    const production = await TestGateway.start({
      ENVIRONMENT: 'PRODUCTION',
      OPERATOR_KEY: 'x'.repeat(32),
    });
    const inProduction = pathsOf(JSON.parse((await production.get('/openapi.json')).text));
    await production.stop();
    expect(
      inSandbox
        .filter((path) => !inProduction.includes(path))
        .every((path) => path.startsWith('/v1/simulators/')),
    ).toBe(true);
    expect(inProduction.some((path) => path.startsWith('/v1/simulators/'))).toBe(false);
    expect(inProduction.length).toBeGreaterThan(30);
  });
});

describe('the guides', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.stop());

  test.each(['/docs/webhooks', '/docs/webhook-events'])(
    '%s has only valid links, and runs no scripts',
    async (path) => {
      const { status, headers, text } = await gateway.get(path);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'");
      expect(text).not.toMatch(/<!--|<script|undefined|\.md"/);
      const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
      expect(links.length).toBeGreaterThan(5);
      for (const link of new Set(links.filter((one) => !one.startsWith('https://')))) {
        const [address, anchor] = link.split('#');
        const there = address ? await gateway.get(address, { accept: 'text/html' }) : { status, text };
        expect([link, there.status]).toEqual([link, 200]);
        if (anchor) expect(there.text).toContain(`id="${anchor}"`);
      }
    },
  );

  test('the AsyncAPI document is sent again only if it has changed', async () => {
    const { headers, text } = await gateway.get('/asyncapi.json');
    expect(JSON.parse(text)).toMatchObject({ asyncapi: '3.0.0', info: { title: 'Corridor webhooks' } });
    const again = await gateway.get('/asyncapi.json', { 'if-none-match': headers['etag'] ?? '' });
    expect(again.status).toBe(304);
  });
});

describe('the reference page', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.stop());

  /** The resources that a page, a style or a script loads. */
  const requestedFor = (text: string) =>
    [...text.matchAll(/(?:\bsrc=|<link [^>]*href=|url\(|@import |\burl: )["']?([^"')\s>]+)/g)].map(
      ([, address = '']) => address,
    );

  test('loads only resources that are served here', async () => {
    const page = await gateway.get('/docs');
    const addresses = requestedFor(page.text);
    expect(addresses.length).toBeGreaterThan(4);
    for (const address of addresses.filter((one) => !one.startsWith('data:'))) {
      expect(address).toMatch(/^\/(?!\/)/);
      const { status, headers, text } = await gateway.get(address);
      expect([address, status]).toEqual([address, 200]);
      if (/bundle/.test(address)) continue; // the policy of the page holds it here
      const further =
        /css/.test(headers['content-type'] ?? '') || address.endsWith('reference.js')
          ? requestedFor(text)
          : [];
      expect(further.filter((one) => !/^(data:|\/openapi\.json$)/.test(one))).toEqual([]);
    }
  });

  test('is found with a trailing slash', async () => {
    const { status, headers } = await gateway.get('/docs/');
    expect([status, headers['location']]).toEqual([301, '/docs']);
  });

  test('links the other documents', async () => {
    const [header = ''] = /<header>.*<\/header>/.exec((await gateway.get('/docs')).text) ?? [];
    const links = [...header.matchAll(/href="([^"]+)"/g)].map(([, path]) => path);
    expect(links).toEqual(['/', '/openapi.json', '/docs/webhooks', '/docs/webhook-events', '/problems']);
    for (const path of links)
      expect([path, (await gateway.get(path ?? '', { accept: 'text/html' })).status]).toEqual([path, 200]);
  });

  test('may load nothing from other origins, and run no inline scripts', async () => {
    const { headers } = await gateway.get('/docs');
    const policy = Object.fromEntries(
      (headers['content-security-policy'] ?? '').split('; ').map((one) => {
        const [name = '', ...sources] = one.split(' ');
        return [name, sources.join(' ')];
      }),
    );
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
    });
    expect((await gateway.get('/docs')).text).not.toMatch(/<script(?![^>]* src=)|\son\w+=/);
  });

  test.each(['/docs/package.json', '/docs/..%2f..%2fpackage.json', '/docs/index.html', '/docs/a/b'])(
    'serves only its own files: %s',
    async (path) => {
      expect((await gateway.get(path)).status).toBe(404);
    },
  );
});
