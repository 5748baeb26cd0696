import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { committedDocument } from '@corridor/testing/openapi';
import { withoutExamples } from '../tools/documentation/committed.mjs';
import { operator, url } from './support/system.js';

/** The documentation served by the gateway, in both compositions. */

const committed = (name: string) =>
  JSON.parse(readFileSync(join(__dirname, '..', 'docs', name), 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
const nobody = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });

/** Reads the body too: a connection with an unread one stays open. */
async function statusOf(path: string, method = 'GET'): Promise<number> {
  const response = await fetch(url + path, { method });
  await response.arrayBuffer();
  return response.status;
}

it.each([
  ['/openapi.json', 'openapi.json'],
  ['/operator/openapi.json', 'operator.openapi.json'],
])('serves %s of the repository, with examples, publicly, with an ETag', async (path, name) => {
  const first = await nobody(path);
  const served = (await first.json()) as Record<string, any>;
  expect(withoutExamples(served)).toEqual(committed(name));
  expect(JSON.stringify(served)).not.toBe(JSON.stringify(committed(name)));
  const again = await nobody(path, { 'if-none-match': first.headers.get('etag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it('serves the reference, the guide and what they load', async () => {
  const page = await (await nobody('/docs')).text();
  const needed = [...page.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(needed).toEqual(['/docs/assets/site.css', '/docs/assets/site.mjs']);
  for (const path of [...needed, '/docs/guide', '/docs/guide/settings', '/docs/assets/search.json'])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  expect(await (await nobody('/', { accept: 'text/html' })).text()).toContain('href="/docs"');
});

it('serves the guide for webhook receivers, and the AsyncAPI document', async () => {
  const guide = await (await nobody('/docs/webhooks')).text();
  expect(guide).toContain('<h1 id="webhooks">Webhooks</h1>');
  const described = readFileSync(join(__dirname, '..', 'dist', 'docs', 'asyncapi.json'), 'utf8');
  expect(await (await nobody('/asyncapi.json')).text()).toBe(described);
});

it('has every documented operation: without a credential it is rejected, not unknown', async () => {
  const statuses = await Promise.all(
    Object.entries(committedDocument().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(async ([method, { operationId }]) => {
        const status = await statusOf(path.replace(/\{\w+\}/g, 'unknown'), method.toUpperCase());
        return [operationId, status] as const;
      }),
    ),
  );
  const others = statuses.filter(([, status]) => status !== 401);
  expect(others.sort()).toEqual([
    ['issueStaffToken', 400],
    ['issueToken', 400],
  ]);
  expect((await operator.get('/operator/v1/nothing')).status).toBe(404);
});
