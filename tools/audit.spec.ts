import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'corridor-audit-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs it with an npm that responds so. */
function audit(vulnerabilities: string, signatures: string) {
  const npm = join(folder, 'npm');
  writeFileSync(
    npm,
    `#!/bin/sh\nif [ "$2" = signatures ]; then ${signatures}; else ${vulnerabilities}; fi\n`,
  );
  chmodSync(npm, 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const { status, stderr } = spawnSync(process.execPath, ['tools/audit.mjs'], { encoding: 'utf8', env });
  return [status, stderr.trim()];
}

const NONE = "echo 'found 0 vulnerabilities'";
const VERIFIED = "echo '12 packages have verified registry signatures'";
const AWAY = "echo 'npm error audit endpoint returned an error' >&2; exit 1";

test.each([
  ['nothing is found', NONE, VERIFIED, [0, '']],
  [
    'a package is vulnerable',
    "echo 'Severity: high'; exit 1",
    VERIFIED,
    [1, 'FOUND: see vulnerabilities above'],
  ],
  [
    'a signature is wrong',
    NONE,
    "echo '1 package has an invalid registry signature' >&2; exit 1",
    [1, 'FOUND: see signatures above'],
  ],
  [
    'the registry does not respond about one of them',
    AWAY,
    VERIFIED,
    [2, 'NOT CHECKED: the registry did not respond about vulnerabilities'],
  ],
])('where %s', (_, vulnerabilities, signatures, expected) => {
  expect(audit(vulnerabilities, signatures)).toEqual(expected);
});
