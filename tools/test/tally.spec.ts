import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MARK, type Report } from './reporter.mjs';
import { root } from '../workspace.mjs';
import { JestOutput, logFile } from './run.mjs';
import { Tally } from './tally.mjs';

describe('the count of the test command', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'corridor-tally-'));
    jest.spyOn(console, 'log').mockReturnValue();
    jest.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const count = () => readFileSync(join(folder, 'results', 'count.txt'), 'utf8');
  const tally = (isCi: boolean) => new Tally(isCi, join(folder, 'results'));

  /** Runs Jest itself on one spec. */
  async function jestOn(tested: Tally, spec: string) {
    writeFileSync(join(folder, 'one.spec.js'), spec);
    const config = { transform: {}, testEnvironment: join(__dirname, 'environment.mjs') };
    await tested.jest(
      'a run',
      'run',
      ['--runInBand', '--rootDir', folder, '--config', JSON.stringify(config)],
      {},
    );
  }

  test('sums passed and failed tests; one failure fails the command', async () => {
    const tested = tally(false);
    await jestOn(
      tested,
      `test('a', () => {}); test('b', () => {}); test('c', () => { throw new Error(); });`,
    );
    expect([tested.conclude(), count()]).toEqual([1, '2 passed, 1 failed\n']);
    expect(console.log).toHaveBeenCalledWith(expect.stringMatching(/^FAILED: .*one\.spec\.js › c$/m));
  });

  test('what fails beside others and passes alone is no failure, but is named and counted', async () => {
    const tested = tally(true);
    const mark = JSON.stringify(join(folder, 'was-here'));
    await jestOn(
      tested,
      `const fs = require('node:fs');
      test('a', () => {});
      test('b', () => { if (!fs.existsSync(${mark})) { fs.writeFileSync(${mark}, ''); throw new Error(); } });`,
    );
    expect([tested.conclude(), count()]).toEqual([0, '2 passed, 0 failed, 1 flaky\n']);
    expect(console.log).toHaveBeenCalledWith(
      expect.stringMatching(/FLAKY: .*one\.spec\.js › b: failed beside other tests, and passed alone/),
    );
  });

  test('nine files that fail are not run again', async () => {
    const tested = tally(false);
    const runs = join(folder, 'runs');
    const spec = `require('node:fs').appendFileSync(${JSON.stringify(runs)}, 'x'); test('a', () => { throw new Error(); });`;
    for (let n = 2; n <= 9; n++) writeFileSync(join(folder, `${n}.spec.js`), spec);
    await jestOn(tested, spec);
    expect([tested.conclude(), count(), readFileSync(runs, 'utf8')]).toEqual([
      1,
      '0 passed, 9 failed\n',
      'x'.repeat(9),
    ]);
  });

  test('after one that hangs, the next tests of its file do not wait in turn', async () => {
    const tested = tally(false);
    await jestOn(
      tested,
      `test('a', () => {}); test('b', () => new Promise(() => {}), 10);
      test('c', () => new Promise(() => {}), 600_000);`,
    );
    expect([tested.conclude(), count()]).toEqual([1, '1 passed, 1 failed, 1 skipped\n']);
  });

  test('a run ends although a test has left something open', async () => {
    const tested = tally(false);
    await jestOn(tested, `test('a', () => void setInterval(() => {}, 1_000));`);
    expect([tested.conclude(), count()]).toEqual([0, '1 passed, 0 failed\n']);
  });

  test('when the time is over, a step that runs has failed, and is named', async () => {
    const tested = tally(false);
    void tested.check('a server that never starts', () => new Promise(() => undefined));
    await tested.limit(0);
    expect([tested.conclude(), count()]).toEqual([1, '0 passed, 1 failed\n']);
    expect(console.error).toHaveBeenCalledWith(
      expect.stringMatching(/^FAILED .* a server that never starts: not ended after 0 minutes in all$/),
    );
  });

  test('titles have any characters, and each file reports its own tests', async () => {
    const tested = tally(false);
    writeFileSync(join(folder, 'two.spec.js'), `test('d', () => {});`);
    await jestOn(tested, `test('a \\u2028 \\n 😀', () => {});`);
    const log = readFileSync(join(root, logFile('run.tests')), 'utf8');
    const reports = log.split('\n').filter((line) => line.startsWith(MARK));
    const begun = reports.flatMap((line) => (JSON.parse(line.slice(MARK.length)) as Report).test ?? []);
    expect(begun.sort()).toEqual(['a \u2028 \n 😀', 'd']);
    expect([tested.conclude(), count()]).toEqual([0, '2 passed, 0 failed\n']);
  });

  test('the output of Jest tells which tests run, and counts those of files that have ended', () => {
    const output = new JestOutput(() => undefined);
    const tell = (report: Report) => output.take(`${MARK}${JSON.stringify(report)}`);
    tell({ file: 'a.spec.ts', test: 'one' });
    tell({ file: 'b.spec.ts', test: 'two' });
    tell({ file: 'a.spec.ts', ended: { passed: 3, failed: 1 } });
    expect(output).toMatchObject({ files: 1, passed: 3, failed: 1 });
    expect(output.runningFor(-1)).toEqual(['b.spec.ts › two (0 s)']);
    expect(output.runningFor(60)).toEqual([]);
  });

  test('a suite that cannot be loaded is a failure', async () => {
    const tested = tally(false);
    await jestOn(tested, `test('a', () => {}); throw new Error('at load');`);
    expect([tested.conclude(), count()]).toEqual([1, '0 passed, 1 failed\n']);
  });

  test('a skipped test is a failure only in CI', async () => {
    for (const isCi of [false, true]) {
      const tested = tally(isCi);
      await jestOn(tested, `test('a', () => {}); test.skip('b', () => {});`);
      expect([tested.conclude(), count()]).toEqual([isCi ? 1 : 0, '1 passed, 0 failed, 1 skipped\n']);
    }
  });

  test('what cannot run here is a failure in CI alone', () => {
    const anywhere = tally(false);
    const inCi = tally(true);
    for (const tested of [anywhere, inCi]) tested.cannotRun('Kafka', 'no Java');
    expect([anywhere.failed, inCi.failed]).toEqual([0, 1]);
  });

  test('a check that fails is a failure, and no test at all is one too', async () => {
    const tested = tally(false);
    expect(await tested.check('lint', () => Promise.reject(new Error('unclean')))).toBe(false);
    expect(tested.failed).toBe(1);
    expect(tally(false).conclude()).toBe(1);
  });

  test('a command of checks alone succeeds with them, but not without any', async () => {
    const tested = tally(false);
    expect(tested.conclude('Checks')).toBe(1);
    await tested.check('lint', () => Promise.resolve());
    expect([tested.conclude('Checks'), count()]).toEqual([0, '1 passed, 0 failed\n']);
    expect(tested.conclude()).toBe(1);
    await tested.check('types', () => Promise.reject(new Error('wrong')));
    expect([tested.conclude('Checks'), count()]).toEqual([1, '1 passed, 1 failed\n']);
  });
});
