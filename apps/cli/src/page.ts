import type { Command } from './command.js';
import { textOf, usageOf } from './help.js';

/** The table of all commands in docs/cli.md. */
export function commandTable(commands: readonly Command[]): string {
  const rows = commands.map((command) => {
    const { operation, flags } = command;
    const required = flags.filter(({ isRequired }) => isRequired).map(textOf);
    const usage = [usageOf(command), ...required].join(' ').replaceAll('|', '\\|');
    return `| \`${usage}\` | ${operation.summary} | \`${operation['x-required-permission'] ?? '-'}\` |`;
  });
  return ['| command | does | permission |', '| --- | --- | --- |', ...rows].join('\n');
}
