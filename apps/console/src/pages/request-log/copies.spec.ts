import { runInNewContext } from 'node:vm';
import { asCurl, asTypeScript, hasHidden, readable } from './copies.js';

const command = { method: 'POST', path: '/v1/payments', body: `{"narrative":"it's"}` };
const read = { method: 'GET', path: '/v1/payments?limit=5', body: null };
const search = { method: 'POST', path: '/v1/payments/search', body: '{}' };
const ORIGIN = 'https://corridor.example';

test('a command for a shell has a new key, and its body in quotes', () => {
  expect(asCurl(command, ORIGIN)).toBe(
    String.raw`curl -X POST 'https://corridor.example/v1/payments' \
  -H "X-API-KEY: $KEY" \
  -H "X-IDEMPOTENCY-KEY: copy-$(date +%s)-$RANDOM" \
  -H 'Content-Type: application/json' \
  -d '{"narrative":"it'\''s"}'`,
  );
});

test('what changes nothing has no key', () => {
  expect(asCurl(read, ORIGIN)).toBe(
    String.raw`curl 'https://corridor.example/v1/payments?limit=5' \
  -H "X-API-KEY: $KEY"`,
  );
  for (const copy of [asCurl, asTypeScript]) expect(copy(search, ORIGIN)).not.toContain('IDEMPOTENCY');
});

test('a command in TypeScript is sent as it was', async () => {
  const sent: unknown[] = [];
  const fetch = async (url: string, { body, ...init }: { body: string }) => {
    sent.push(url, JSON.parse(body), init);
    return { json: async () => ({ data: 1 }) };
  };
  const [imported, ...rest] = asTypeScript(command, ORIGIN).split('\n');
  expect(imported).toBe(`import { env } from 'node:process';`);
  const program = `(async () => { ${rest.join('\n')} return data; })()`;
  const given = { fetch, env: { KEY: 'k' }, crypto: { randomUUID: () => 'u' } };
  const data: unknown = await runInNewContext(program, given);
  expect([data, ...sent]).toEqual([
    1,
    'https://corridor.example/v1/payments',
    { narrative: "it's" },
    {
      method: 'POST',
      headers: { 'X-API-KEY': 'k', 'X-IDEMPOTENCY-KEY': 'u', 'Content-Type': 'application/json' },
    },
  ]);
});

test('a path reads without encoding, and what is hidden in it or in the body is noticed', () => {
  const searched = { ...read, path: '/v1/payments?q=status+%3D%3D+%22%E2%80%A6%22' };
  expect(readable(searched.path)).toBe('/v1/payments?q=status == "…"');
  expect([read, command, searched, { ...command, body: '{"narrative":"…"}' }].map(hasHidden)).toEqual([
    ...[false, false, true, true],
  ]);
});
