import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { CHRISTMAS, dateAfter, keyOf, resolved, startAfter } from './step.mjs';
import { clients } from './clients.mjs';
import { DAYS, story } from './story.mjs';

test('each step has a key of its own in its client', () => {
  const keys = story.map((step) => `${step.client} ${keyOf(step)}`);
  expect(keys.filter((key, i) => keys.indexOf(key) < i)).toEqual([]);
});

test('a step is about records of its client that an earlier step has created, on a day of the fortnight', () => {
  const known = new Set([CHRISTMAS]);
  let latest = 1;
  for (const { day, client, by, as, of, with: body } of story) {
    const names: string[] = of === undefined ? [] : [of.split('.')[0] ?? ''];
    resolved(
      body,
      (name) => String(names.push(name)),
      () => '',
    );
    const unknown = names.filter((name) => `@${name}` !== CHRISTMAS && !known.has(`${client}/${name}`));
    expect([day, client, unknown]).toEqual([day, client, []]);
    expect(clients[client]?.people.length).toBeGreaterThan(by);
    expect(day).toBeGreaterThanOrEqual(latest);
    latest = day;
    if (as !== undefined) known.add(`${client}/${as}`);
  }
  expect(latest).toBe(DAYS);
});

test.each(Array.from({ length: 30 }, (_, i) => 2026 + i))(
  'the fortnight has a Christmas in it: %d',
  (year) => {
    for (const created of [
      `${year}-01-01`,
      `${year}-11-29`,
      `${year}-12-13`,
      `${year}-12-20`,
      `${year}-12-31`,
    ]) {
      const start = startAfter(created);
      const christmas = `${start.slice(0, 4)}-12-25`;
      expect(new Date(start).getUTCDay()).toBe(1);
      expect(start > created && start <= christmas && christmas <= dateAfter(start, DAYS - 1)).toBe(true);
    }
  },
);

test('PRODUCTION gets nothing', async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"code":"not_found"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = promisify(execFile)(process.execPath, ['tools/demo-world.mjs'], {
    env: { ...process.env, CORRIDOR_URL: url },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: `Corridor at ${url} is in PRODUCTION: the demo world is for a sandbox. Nothing was sent\n`,
  });
  expect(requests).toEqual(['GET /v1/simulators/clock']);
  server.close();
});
