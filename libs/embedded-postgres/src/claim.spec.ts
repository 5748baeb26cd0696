import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claim } from './claim.js';

const ROUNDS = 50;

const [tool, built] = ['tools/embedded-postgres.mjs', 'libs/embedded-postgres/dist/claim.js'].map((path) =>
  JSON.stringify(join(__dirname, '../../..', path)),
);
/** A process that claims a folder when it is told its path, and says whether it got it. */
const claiming = `const { embeddedPostgres } = await import(${tool});
  await embeddedPostgres(); // built from the present sources
  const { claim } = await import(${built});
  process.on('message', (path) => {
    try { claim(path, path); process.send('claimed'); } catch (error) { process.send(error.message); }
  });`;

describe('the claim on a folder', () => {
  let root: string;
  const started: ChildProcess[] = [];
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'corridor-claim-'));
    writeFileSync(join(root, 'starter.mjs'), claiming); // once: a process that starts would find it empty
  });
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    rmSync(root, { recursive: true });
  });

  const folder = (n: number) => {
    mkdirSync(join(root, String(n)), { recursive: true });
    return join(root, String(n));
  };

  const starter = () => {
    const child = fork(join(root, 'starter.mjs'));
    started.push(child);
    return async (path: string) => {
      child.send(path);
      const [said] = (await once(child, 'message')) as [string];
      return said === 'claimed' ? child.pid : said;
    };
  };

  test('is held by one of several processes that start at once, also after one that was killed', async () => {
    const killed = starter();
    for (let n = 0; n < ROUNDS; n++) await killed(folder(n));
    started[0]?.kill('SIGKILL');
    const starters = [starter(), starter(), starter()];
    for (let n = 0; n < ROUNDS; n++) {
      const said = await Promise.all(starters.map((claimed) => claimed(folder(n))));
      const holders = said.filter((one) => typeof one === 'number');
      expect(holders).toHaveLength(1);
      for (const refusal of said.filter((one) => one !== holders[0]))
        expect(
          [`process ${holders[0]}`, 'another process'].map((who) => `${folder(n)} is in use by ${who}`),
        ).toContain(refusal);
    }
  });

  test('can be released and taken again by the same process', () => {
    const release = claim(root, 'here');
    expect(() => claim(root, 'here')).toThrow(`here is in use by process ${process.pid}`);
    release();
    claim(root, 'here')();
  });
});
