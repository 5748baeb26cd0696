import { readFileSync, rmSync } from 'node:fs';
import { Program } from '../support/program.js';
import { Business, SETTINGS } from './support/business.js';
import { earlierBuild } from './support/earlier-build.js';

/** docs/upgrade.md, executed: an earlier build works on databases that the present one has migrated, and then the present one again. */

const [, commit = ''] = /`([0-9a-f]{40})`/.exec(readFileSync('docs/upgrade.md', 'utf8')) ?? [];

let earlier: ReturnType<typeof earlierBuild>;
let program: Program;
let business: Business;
beforeAll(async () => {
  earlier = earlierBuild(commit);
  program = await Program.with(SETTINGS);
});
afterAll(async () => {
  await business?.close();
  await program?.remove();
  if (earlier) rmSync(earlier.folder, { recursive: true });
});

test('the earliest build that is meant to works on the schema of now, and this one goes on', async () => {
  await program.start();
  business = await Business.begin(program.url);
  await business.work(12);
  const due = await business.leaveDue();
  await program.end('SIGTERM');

  await program.start({}, earlier);
  await business.hears(due);
  await business.work(12);
  await business.isAllThere(program.postgresUrl);
  const dueLater = await business.leaveDue();
  await program.end('SIGTERM');

  await program.start();
  await business.hears(dueLater);
  await business.work(12);
  await business.isAllThere(program.postgresUrl);
});

test('a clone that lacks the commit says so', () => {
  expect(() => earlierBuild('0'.repeat(40))).toThrow('is not in this clone: git fetch --unshallow');
});
