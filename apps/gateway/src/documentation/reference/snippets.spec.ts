import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { SampleRequest } from './sample-request.js';
import { snippetsOf } from './snippets.js';

const run = promisify(execFile);

/** Runs code of a language, as a user would. */
const RUN: Readonly<Record<string, (code: string) => Promise<{ stdout: string }>>> = {
  curl: (code) => run('sh', ['-c', code]),
  TypeScript: (code) => run(process.execPath, ['--input-type=module-typescript', '-e', code]),
  Python: (code) => run('python3', ['-c', code]),
};

const key = { 'X-IDEMPOTENCY-KEY': '5d7ea1f0-3c86-4d0b-9c55-6c2f0d1f8f4e' };
const post = (body: unknown): SampleRequest => ({
  method: 'POST',
  target: '/v1/orders',
  headers: { 'X-API-KEY': 'a key', ...key, 'Content-Type': 'application/json' },
  body,
});
const get = { method: 'GET', target: '/v1/orders?q=a+%3D%3D+%22b%22', headers: {}, body: undefined };

const requests: readonly (readonly [string, SampleRequest])[] = [
  ['a read', get],
  ['a command without a body', { ...post(undefined), headers: key }],
  [
    'a command',
    post({ amount: 1000.5, isTrue: true, not: false, nothing: null, list: [{ a: 1 }, []], none: {} }),
  ],
  ['texts with quotes', post({ text: `it's "quoted" \\ $HOME \`x\` Zürich\n` })],
];

describe.each(['curl', 'TypeScript', 'Python'])('%s sends', (language) => {
  test.each(requests)('%s', async (_, request) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const received = (once(server, 'request') as Promise<[IncomingMessage, any]>).then(
      async ([sent, reply]) => {
        const body = await text(sent);
        reply.end('{"data":"done"}');
        return { sent, body };
      },
    );
    const { port } = server.address() as AddressInfo;
    const code = snippetsOf(request, `http://127.0.0.1:${port}`).find(
      (one) => one.language === language,
    )?.code;
    const { stdout } = (await RUN[language]?.(code ?? '')) ?? { stdout: '' };
    const { sent, body } = await received;
    server.close();
    expect([sent.method, sent.url]).toEqual([request.method, request.target]);
    expect(body ? JSON.parse(body) : undefined).toEqual(request.body);
    for (const [name, value] of Object.entries(request.headers))
      expect([name, sent.headers[name.toLowerCase()]]).toEqual([
        name,
        name === 'X-IDEMPOTENCY-KEY' ? expect.stringMatching(/^[\w-]{10,36}$/) : value,
      ]);
    expect(stdout).toContain('done');
  });
});
