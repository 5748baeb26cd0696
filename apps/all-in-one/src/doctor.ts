import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { examine } from './doctor/examination.js';
import { report } from './doctor/report.js';

const HELP = `Says what keeps Corridor from starting with the settings of this environment, and what does not work. It changes nothing.

Usage: corridor doctor [--json]

The exit code is 0 without problems, otherwise 1.
`;

/** `corridor doctor`: its report is all that it says. */
Logger.overrideLogger(false);
try {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) process.stdout.write(HELP);
  else {
    const findings = await examine(process.env);
    const isWell = !findings.some(({ status }) => status === 'problem');
    process.stdout.write(
      values.json ? `${JSON.stringify({ isWell, findings }, null, 2)}\n` : report(findings),
    );
    process.exitCode = isWell ? 0 : 1;
  }
} catch (error) {
  process.stderr.write(`corridor doctor: ${(error as Error).message}\n`);
  process.exitCode = 2;
}
