import type { Finding } from './finding.js';

const MARK = { ok: 'ok', warning: 'warning', problem: 'PROBLEM' } as const;

const EXAMINED = 'Examined: the environment variables of this command, not a Corridor that runs with others.';

/** For a person: a line for each finding, and a sentence at the end. */
export function report(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.map(
    ({ name, status, detail }) => `${MARK[status].padEnd(8)} ${name.padEnd(width)}  ${detail}\n`,
  );
  const problems = findings.filter(({ status }) => status === 'problem').length;
  const summary =
    problems === 0
      ? 'Corridor can start.'
      : `${problems === 1 ? 'One problem has' : `${problems} problems have`} to be solved before Corridor can start.`;
  return `${EXAMINED}\n\n${lines.join('')}\n${summary}\n`;
}
