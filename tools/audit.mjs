/**
 * `npm run audit`: asks the registry for known vulnerabilities of the packages of production, and whether all packages have
 * valid signatures. Exit code 1 if something is found, 2 if the registry does not respond to one of the two: then nothing
 * is known, and the last line says so.
 */
import { spawnSync } from 'node:child_process';

/** @param {string[]} args */
function npm(...args) {
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const checks = [
  { name: 'vulnerabilities', ...npm('audit', '--omit=dev'), answer: /found 0 vulnerabilities|Severity:/ },
  {
    name: 'signatures',
    ...npm('audit', 'signatures'),
    answer: /verified registry signature|invalid registry signature|missing registry signature/,
  },
];
const unknown = checks.filter(({ output, answer }) => !answer.test(output));
const failed = checks.filter((one) => !unknown.includes(one) && one.status !== 0);
for (const { name, output } of checks) console.log(`--- ${name}\n${output.trim()}`);
for (const { name } of failed) console.error(`FOUND: see ${name} above`);
for (const { name } of unknown) console.error(`NOT CHECKED: the registry did not respond about ${name}`);
process.exitCode = failed.length > 0 ? 1 : unknown.length > 0 ? 2 : 0;
