import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

/** Runs what `npm start` checks before the first build: nothing of it is built. */
async function check(composition: string, settings: Readonly<Record<string, string>>) {
  const script = `const { checkStart } = await import(${JSON.stringify(join(__dirname, 'check-start.mjs'))});
    await checkStart(${JSON.stringify(composition)});
    console.log('would start');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, lines: output.trim().split('\n') };
}

test('all wrong settings are known before the build', async () => {
  expect(await check('distributed', { PORT: 'x', DEMO_PASSWORD: 'short' })).toEqual({
    exitCode: 1,
    lines: [
      'Corridor could not start: 2 invalid settings:',
      '    PORT must be a whole number from 0 to 65535, not "x"',
      '    DEMO_PASSWORD must have at least 8 characters',
    ],
  });
});

test('so is a taken port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { exitCode, lines } = await check('all-in-one', { PORT: String(port) });
  other.close();
  expect([exitCode, lines]).toEqual([
    1,
    [`Corridor could not start: port ${port} is taken. Set PORT to another one.`],
  ]);
});

test('what the composition supplies need not be set', async () => {
  expect(await check('distributed', { PORT: '0' })).toEqual({ exitCode: 0, lines: ['would start'] });
});
