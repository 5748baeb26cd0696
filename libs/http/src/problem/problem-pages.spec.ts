import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { problems } from '@corridor/services';
import { sampleApp } from '../sample-app.fixture.js';

describe('the problem pages', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => (app = await sampleApp()));
  afterAll(() => app.close());
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test.each(Object.entries(problems))(
    '%s has one, for programs and for people',
    async (code, { status, title, meaning, fix }) => {
      const json = await app.inject({ url: `/problems/${code}` });
      expect(json.json()).toEqual({ data: { type: `/problems/${code}`, code, status, title, meaning, fix } });
      const page = await app.inject({ url: `/problems/${code}`, headers: browser });
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toContain(`<code>${code}</code>`);
      expect(page.body).toContain('<h2>What to do</h2>');
      const [, example = ''] = /<pre[^>]*><code>([^]*?)<\/code>/.exec(page.body) ?? [];
      expect(JSON.parse(example.replaceAll('&#34;', '"').replaceAll('&#39;', "'"))).toMatchObject({
        type: `/problems/${code}`,
        status,
        code,
      });
      expect(page.body.replace(example, '')).not.toMatch(/`|&#96;/);
    },
  );

  test('the list is exactly the table', async () => {
    const { data } = (await app.inject({ url: '/problems' })).json<{ data: { code: string }[] }>();
    expect(data.map(({ code }) => code)).toEqual(Object.keys(problems));
    const page = await app.inject({ url: '/problems', headers: browser });
    const linked = [...page.body.matchAll(/href="\/problems\/(\w+)"/g)].map(([, code]) => code);
    expect(linked).toEqual(Object.keys(problems));
  });

  test.each([
    ['Firefox', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['Chrome', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'text/html'],
    ['a link in an editor', 'text/*;q=0.9', 'text/html'],
    ['curl', '*/*', 'application/json'],
    ['an SDK', 'application/json', 'application/json'],
    ['an SDK that accepts problems', 'application/json, application/problem+json', 'application/json'],
    ['axios', 'application/json, text/plain, */*', 'application/json'],
    ['a program that also reads HTML', 'application/json, text/html;q=0.5', 'application/json'],
    ['a program that reads no HTML', 'text/html;q=0, */*', 'application/json'],
    ['a program without a preference', undefined, 'application/json'],
  ])('%s (Accept: %s) gets %s', async (_, accept, type) => {
    for (const url of ['/problems', '/problems/not_found']) {
      const { headers } = await app.inject({ url, headers: accept ? { accept } : {} });
      const vary = type === 'text/html' ? 'accept, accept-encoding' : 'accept';
      expect([headers['content-type']?.split(';')[0], headers['vary']]).toEqual([type, vary]);
    }
  });

  test('the list is found with a trailing slash', async () => {
    const { statusCode, headers } = await app.inject({ url: '/problems/' });
    expect([statusCode, headers['location']]).toEqual([301, '/problems']);
  });

  test('there is no page of a problem that does not exist', async () => {
    expect((await app.inject({ url: '/problems/nonsense' })).statusCode).toBe(404);
  });

  test('pages load nothing from elsewhere', async () => {
    const { body, headers } = await app.inject({ url: '/problems', headers: browser });
    expect(body).not.toMatch(/<script|src=|https?:/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('a path that does not exist', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => (app = await sampleApp()));
  afterAll(() => app.close());
  const typeFor = async (method: 'GET' | 'POST', accept: string) => {
    const { statusCode, headers } = await app.inject({ method, url: '/<nothing>', headers: { accept } });
    return [statusCode, headers['content-type']];
  };
  const PROBLEM = 'application/problem+json; charset=utf-8';

  test('is a page for a browser, without its text as HTML', async () => {
    const { body, headers, statusCode } = await app.inject({
      url: '/<nothing>',
      headers: { accept: 'text/html' },
    });
    expect([statusCode, headers['content-type'], headers['vary']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'accept, accept-encoding',
    ]);
    expect(body).toContain('href="/docs"');
    expect(body).not.toContain('<nothing>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('is a problem document for everybody else', async () => {
    expect(await typeFor('GET', '*/*')).toEqual([404, PROBLEM]);
    expect(await typeFor('GET', 'application/json')).toEqual([404, PROBLEM]);
    expect(await typeFor('POST', 'text/html')).toEqual([404, PROBLEM]);
  });
});
