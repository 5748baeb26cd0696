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
    const { text: forStaff } = await gateway.get('/operator/openapi.json');
    const linked = new Set((JSON.stringify(components) + forStaff).match(/\/problems\/\w+/g));
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

  test('lists what is for staff in a document of its own', async () => {
    const pathsOf = async (name: string) =>
      Object.keys((JSON.parse((await gateway.get(name)).text) as Record<string, any>)['paths']);
    const [forClients, forStaff] = [await pathsOf('/openapi.json'), await pathsOf('/operator/openapi.json')];
    expect(forClients.filter((path) => !path.startsWith('/v1/'))).toEqual([]);
    expect(forStaff.filter((path) => !path.startsWith('/operator/v1/'))).toEqual([]);
    expect(forStaff.length).toBeGreaterThan(15);
  });

  test('has no simulators in PRODUCTION', async () => {
    const pathsOf = ({ paths }: Record<string, any>) => Object.keys(paths);
    const inSandbox = pathsOf(await document());
    const production = await TestGateway.start({
      ENVIRONMENT: 'PRODUCTION',
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

describe('the pages', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.stop());

  const browser = { accept: 'text/html' };
  const linksOf = (text: string) =>
    [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&#38;', '&'));
  const isHere = (link: string) => !/^(https?|data):/.test(link);

  test('every link and anchor leads somewhere, from /docs on', async () => {
    const pages = new Map<string, string>();
    const waiting = ['/docs', '/docs/guide', '/problems', '/'];
    const broken: string[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue;
      const { status, text, headers } = await gateway.get(path, browser);
      const isPage = headers['content-type']?.startsWith('text/html') ?? false;
      pages.set(path, isPage ? text : '');
      if (status !== 200 && !/^\/(v1|health)\//.test(path)) broken.push(`${path}: ${status}`);
      if (isPage)
        waiting.push(
          ...linksOf(text)
            .filter(isHere)
            .map((link) => link.split('#')[0] || '/docs'),
        );
    }
    for (const [path, text] of pages)
      for (const link of linksOf(text).filter((one) => isHere(one) && one.includes('#'))) {
        const [address, anchor] = link.split('#');
        if (!pages.get(address || path)?.includes(`id="${anchor}"`)) broken.push(`${path} → ${link}`);
      }
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(180);
  });

  test('load only what is served here, and run only scripts of this origin', async () => {
    for (const path of [
      '/docs',
      '/docs/guide',
      '/docs/operations/whoAmI',
      '/docs/webhook-events',
      '/operator/docs',
    ]) {
      const { status, headers, text } = await gateway.get(path);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = Object.fromEntries(
        (headers['content-security-policy'] ?? '').split('; ').map((one) => {
          const [name = '', ...sources] = one.split(' ');
          return [name, sources.join(' ')];
        }),
      );
      expect(policy).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'connect-src': "'self'",
        'frame-ancestors': "'none'",
      });
      expect(text).not.toMatch(
        /<!--|<script(?![^>]* src="\/)|\son\w+=|style="|undefined|\.md"|"http:\/\/127/,
      );
    }
  });

  test.each(['/docs', '/docs/guide', '/operator/docs'])('%s is found with a trailing slash', async (path) => {
    const { status, headers } = await gateway.get(`${path}/`);
    expect([status, headers['location']]).toEqual([301, path]);
  });

  test('there is one for each operation; equivalent operations are folded below the first', async () => {
    const { text } = await gateway.get('/docs');
    const { paths } = await document();
    expect(text).not.toContain('/operator/v1');
    const ids = Object.values(paths as Record<string, Record<string, { operationId: string }>>)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    for (const id of ids) expect(text).toContain(`/docs/operations/${id}"`);
    const folded = text.replace(/<details>[^]*?<\/details>/g, '');
    expect(folded).toContain('/docs/operations/searchWallets"');
    expect(folded).not.toMatch(/operations\/search\w+(ByBody|OfClient)"/);
    expect(text.indexOf('createPaymentInstruction')).toBeLessThan(text.indexOf('Rules of all operations'));
  });

  test('those for staff are apart', async () => {
    const { text } = await gateway.get('/operator/docs');
    const { paths } = JSON.parse((await gateway.get('/operator/openapi.json')).text) as Record<string, any>;
    const operations = Object.values(paths as Record<string, Record<string, { operationId: string }>>);
    const ids = operations.flatMap((methods) => Object.values(methods)).map(({ operationId }) => operationId);
    expect(ids.filter((id) => !text.includes(`"/operator/docs/operations/${id}"`))).toEqual([]);
    expect(text).toContain('<h1>Reference for staff</h1>');
    expect(text).not.toMatch(/"\/docs\/operations\/|<code>\/v1\//);
    expect(text.match(/<ol class="job">.*?<\/ol>/)?.[0].match(/<li>/g)).toHaveLength(7);
    const { status, text: one } = await gateway.get('/operator/docs/operations/createClient');
    expect([status, one.includes('POST</span> <code>/operator/v1/clients')]).toEqual([200, true]);
    expect((await gateway.get('/docs/operations/createClient')).status).toBe(404);
    expect((await gateway.get('/operator/docs/operations/whoAmI')).status).toBe(404);
  });

  test('in PRODUCTION they have no simulators and no demo credentials', async () => {
    const production = await TestGateway.start({ ENVIRONMENT: 'PRODUCTION' });
    const page = async (path: string) => (await production.get(path)).text;
    expect(await page('/docs')).not.toContain('/v1/simulators/');
    expect((await production.get('/docs/operations/sendPaymentInstruction')).status).toBe(404);
    expect(await page('/docs/operations/createPaymentInstruction')).toContain('YOUR_API_KEY');
    await production.stop();
    expect((await gateway.get('/docs/operations/createPaymentInstruction')).text).toContain(
      'ck_sandbox_demo',
    );
  });

  test('are sent compressed, and not again if they have not changed', async () => {
    for (const path of ['/docs', '/openapi.json', '/docs/assets/search.json', '/docs/assets/site.css']) {
      const get = (headers: Record<string, string>) => gateway.service.app.inject({ url: path, headers });
      const { headers, rawPayload } = await get({ 'accept-encoding': 'br' });
      expect([path, headers['content-encoding'], headers['vary']]).toEqual([path, 'br', 'accept-encoding']);
      expect(rawPayload.length).toBeLessThan((await get({})).rawPayload.length / 2);
      const known = { 'accept-encoding': 'br', 'if-none-match': headers['etag'] ?? '' };
      expect((await get(known)).statusCode).toBe(304);
    }
  });

  test.each(['/docs/package.json', '/docs/..%2f..%2fpackage.json', '/docs/assets/pages.json', '/docs/a/b'])(
    'serves only its own files: %s',
    async (path) => {
      expect((await gateway.get(path)).status).toBe(404);
    },
  );

  test('the AsyncAPI document is sent again only if it has changed', async () => {
    const { headers, text } = await gateway.get('/asyncapi.json');
    expect(JSON.parse(text)).toMatchObject({ asyncapi: '3.0.0', info: { title: 'Corridor webhooks' } });
    const again = await gateway.get('/asyncapi.json', { 'if-none-match': headers['etag'] ?? '' });
    expect(again.status).toBe(304);
  });

  const document = async () => JSON.parse((await gateway.get('/openapi.json')).text) as Record<string, any>;
});
