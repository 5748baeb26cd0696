import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { productionSettings } from '../support/production.js';
import { Program } from '../support/program.js';

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), 'corridor-story-'));
const settings = productionSettings();
let postgres: EmbeddedPostgres;
let program: Program;

beforeAll(async () => {
  chmodSync(folder, 0o755); // Postgres may run as another user
  postgres = await startPostgres({ dataDir: join(folder, 'data'), maxConnections: 200 });
  program = await Program.with({ ...settings, DATABASE_URL: postgres.url });
  await program.start();
});
afterAll(async () => {
  await program.remove();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** A folder with `corridor` and this Node, as `npx` has them. */
function commands(): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(resolve('apps/cli/bin/corridor.mjs'), join(bin, 'corridor'));
  symlinkSync(process.execPath, join(bin, 'node'));
  return bin;
}

/** The commands of a day in docs/operations.md, in PRODUCTION. */
it('prints what the page says', async () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const story = page.slice(page.indexOf('<!-- story:'), page.indexOf('<!-- end of story -->'));
  const script = [...story.matchAll(/```bash\n([^]*?)```/g)].map(([, block]) => block).join('');
  const promised = [...script.matchAll(/^# → (.*)$/gm)].map(([, line]) => line);
  expect(promised.length).toBeGreaterThan(10);
  for (const name of ['ines', 'omar', 'leo', 'grace'])
    for (const file of [name, `${name}-first`])
      writeFileSync(join(folder, `${file}.txt`), `eleven ${file} ships\n`);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...settings,
      PATH: [commands(), dirname('/usr/bin/env'), '/bin'].join(':'),
      HOME: folder,
      CORRIDOR_URL: program.url,
      DATABASE_URL: postgres.url,
      DATA_DIR: program.dataDir,
    },
  });
  const printed = stdout.split('\n');
  let from = 0;
  for (const line of promised) {
    const at = printed.indexOf(line ?? '', from);
    expect([line, at >= 0, printed]).toEqual([line, true, printed]);
    from = at + 1;
  }
});
