import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, sandbox } from './request.fixture.js';
import { SafeHttp } from './safe-http.js';

/** In a separate process, so that memory can be measured: serves 200 MB per request and counts the bytes sent. */
const pouring = `
  let poured = 0;
  const server = require('node:http').createServer((request, response) => {
    if (request.url === '/poured') return response.end(String(poured));
    response.writeHead(200, request.url === '/chunked' ? {} : { 'content-length': 200 * 1024 * 1024 });
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let left = 200;
    const pour = () => {
      while (left-- > 0 && !response.destroyed) if (!response.write(piece, () => (poured += 1))) return response.once('drain', pour);
      response.end();
    };
    pour();
  });
  server.listen(0, '127.0.0.1', () => console.log(String(server.address().port)));
`;

const ROUNDS = 5;
const OFFERED_MB = 200 * 20 * ROUNDS;

test('bodies of 200 MB, many at a time, cost little memory and time', async () => {
  const server = spawn(process.execPath, ['-e', pouring], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const base = `http://127.0.0.1:${String(port).trim()}`;
  const client = new SafeHttp(sandbox);
  await client.post(`${base}/`, request()); // what is loaded once is loaded

  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  for (let round = 0; round < ROUNDS; round++) {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => client.post(`${base}/${i % 2 ? 'chunked' : ''}`, request())),
    );
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        failure: 'response_too_large',
        excerpt: 'x'.repeat(1024),
      });
  }
  clearInterval(watch);
  const grownMb = (peak - before) / 1024 / 1024;
  const pouredMb = Number(await (await fetch(`${base}/poured`)).text());
  if (process.env['SHOW']) console.log({ grownMb, pouredMb, OFFERED_MB });
  expect(grownMb).toBeLessThan(64);
  expect(pouredMb).toBeLessThan(OFFERED_MB / 5); // what is not read is not waited for; the rest fills the system's buffers

  client.close();
  server.kill();
  await once(server, 'exit');
});
