import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ENTRIES = 3_000;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'corridor-log-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a log that cannot be written ends and delays nothing, and goes on when it can be', () => {
  const [program, log] = [join(folder, 'program.mts'), join(folder, 'log')];
  const [fromSource, logger] = ['tools/from-source.mjs', 'libs/platform/src/logger.ts'].map((path) =>
    join(__dirname, '../../..', path),
  );
  writeFileSync(
    program,
    `import { closeSync, openSync, readFileSync } from 'node:fs';
     import { setTimeout as sleep } from 'node:timers/promises';
     import { PinoLogger } from ${JSON.stringify(logger)};
     const log = new PinoLogger('info', 'test').pino;
     const line = 'x'.repeat(1_000);
     for (let n = 0; n < ${ENTRIES}; n++) log.info({ n }, line);
     closeSync(2);
     openSync(${JSON.stringify(log)}, 'w'); // is standard error now
     while (!readFileSync(${JSON.stringify(log)}, 'utf8').includes('"lost":')) await sleep(10);
     for (let n = ${ENTRIES}; n < ${ENTRIES + 5}; n++) log.info({ n }, line);
     log.fatal('the end');
     process.stdout.write('worked');`,
  );
  writeFileSync(log, '');
  const unwritable = openSync(log, 'r');
  const output = execFileSync(process.execPath, ['--import', fromSource ?? '', program], {
    stdio: ['ignore', 'pipe', unwritable],
    encoding: 'utf8',
  });
  closeSync(unwritable);
  expect(output).toBe('worked');
  const entries = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { n?: number; lost?: number; msg: string });
  const lost = entries.find((one) => one.lost !== undefined)?.lost ?? 0;
  expect(lost).toBeGreaterThan(ENTRIES / 2);
  expect(entries.filter(({ n }) => n !== undefined)).toHaveLength(ENTRIES + 5 - lost);
  expect(entries.at(-1)?.msg).toBe('the end');
});
