import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProvider } from '@corridor/tools/provider/provider.mjs';
import { Program } from '../support/program.js';

jest.setTimeout(180_000);

const run = promisify(execFile);
/** The commands of "The example, running": for the provider, for the sandbox, and to try them. */
const [secrets = '', settings = '', tried = ''] = [
  ...(readFileSync('docs/write-a-rail.md', 'utf8').split('## The example, running')[1] ?? '').matchAll(
    /```\w+\n([^]*?)```/g,
  ),
].map(([, code]) => code);

describe('the example of a provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-provider-'));
  let program: Program;
  let provider: { url: string; close: () => Promise<unknown> };
  afterAll(async () => {
    await program.remove();
    await provider.close();
    rmSync(folder, { recursive: true });
  });

  /** Its files and addresses are those of this test. */
  const bash = async (script: string) => {
    const here = script
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll('http://127.0.0.1:8080', program.url)
      .replaceAll('http://127.0.0.1:4020', provider?.url ?? '');
    return (await run('bash', ['-ec', here])).stdout;
  };

  it('settles a payment and brings money in, as docs/write-a-rail.md says', async () => {
    program = await Program.with({});
    await bash(secrets.replace(/^npm run .*$/m, ''));
    const secret = readFileSync(join(folder, 'secret'), 'utf8').trim();
    const callback = `${program.url}/provider/v1/callbacks`;
    provider = await startProvider({ key: 'example-key', callback, secret });
    const variables = await bash(`env -i bash -c '${settings.replace(/^DATA_DIR.*$/m, '')} env'`);
    const set = variables.split('\n').filter((line) => /^(RAIL|BANK|COLLECTION)/.test(line));
    await program.start(Object.fromEntries(set.map((line) => line.split('=', 2))));

    // "If a status is not as above at once, ask again."
    const patient = tried.replace(
      /^(.*?) +# ([A-Z]+)$/gm,
      (_, command: string, status: string) =>
        `until [ "$(${command})" = ${status} ]; do sleep 0.2; done; echo ${status}`,
    );
    expect((await bash(patient)).match(/^[A-Z]+$/gm)).toEqual(['ACCEPTED', 'SETTLED', 'CREDITED']);
  });
});
