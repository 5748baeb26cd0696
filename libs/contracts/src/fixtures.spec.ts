import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtures } from '@corridor/testing';
import ts from 'typescript';

/** The types that `messages.ts` declares, read from its text: they exist for the compiler alone. */
function declaredTypes(): string[] {
  const file = join(process.cwd(), 'libs/contracts/src/messages.ts');
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const messages = source.statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === 'Messages',
  );
  return (messages?.members ?? []).map(({ name }) => (name as ts.StringLiteral).text).sort();
}

test('each type of message has an example, and each example a type', () => {
  const first = fixtures().filter(({ version }) => version === 1);
  expect(first.map(({ type }) => type).sort()).toEqual(declaredTypes());
  expect(first.length).toBeGreaterThan(25);
});

test.each(fixtures())('version $version of $type is a whole envelope', ({ type, message }) => {
  expect(message).toEqual({
    id: `${message.streamId}/${message.version}`,
    type,
    source: expect.stringMatching(/^(ledger|conversions|payments|inbound-funds|webhook-dispatcher|gateway)$/),
    streamId: expect.any(String),
    version: expect.any(Number),
    occurredOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
    caller: expect.objectContaining({ client: expect.any(Object), traceparent: expect.any(String) }),
    data: expect.any(Object),
  });
});

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' });
const whereHistoryIs = git('rev-parse').status === 0 ? test : test.skip;

/** What was once sent can still arrive: a message that changes is a new version beside the old one. */
whereHistoryIs('no example was ever edited, renamed or removed', () => {
  const { stdout } = git(
    'log',
    '--diff-filter=MRD',
    '--format=%h %s',
    '--',
    'libs/contracts/fixtures/*.json',
  );
  expect(stdout).toBe('');
});
