import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const program = (code: string) => {
  const module = JSON.stringify(join(__dirname, 'failures.mjs'));
  const script = `const { reportFailures } = await import(${module}); reportFailures('It could not start'); ${code}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
};

test.each([
  ['thrown', `throw new Error('no space');`],
  ['rejected', `await Promise.reject(new Error('no space'));`],
  ['rejected elsewhere', `void Promise.reject(new Error('no space')); setInterval(() => 0, 1000);`],
])('an error that is %s is one line, and exit code 1', (_how, code) => {
  expect(program(code)).toMatchObject({ status: 1, stderr: '\n  It could not start: no space\n\n' });
});

test('a defect shows its stack', () => {
  const { status, stderr } = program('null.x;');
  expect(status).toBe(1);
  expect(stderr).toMatch(/It could not start: TypeError: .*\n +at /);
});
