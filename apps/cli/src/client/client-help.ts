import { columns, wrapped } from '../columns.js';
import type { ClientCommand } from './client-command.js';

const COMMON: [string, string][] = [
  ['--profile <name>', 'the login to use; otherwise CORRIDOR_PROFILE, or default'],
  ['--print <field>', 'prints one field alone, such as id or balance.value'],
  ['--json', 'prints JSON, for programs; amounts are text with all their digits'],
  ['--url <address>', 'of Corridor, with CORRIDOR_API_KEY; otherwise CORRIDOR_URL, or http://127.0.0.1:8080'],
  ['-h, --help', 'explains the command'],
];

/** `pay --buy <currency> …` */
export const clientUsage = ({ words, parameters, options }: ClientCommand): string => {
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired);
  return [...words, ...parameters, ...required.map(([name, { value }]) => `--${name} <${value}>`)].join(' ');
};

/** What `corridor pay --help` prints. */
export function clientHelp(command: ClientCommand): string {
  const { summary, description = '', options, parameters, candidates } = command;
  const own = Object.entries(options).map(([name, { value, text, isRequired }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} <${value}>`,
    isRequired ? `${text} (required)` : text,
  ]);
  const known = candidates ? `\n${wrapped(`${parameters[0]}: ${candidates.join(', ')}`)}\n` : '';
  return `${summary}.${description && ` ${description}`}

Usage: corridor ${clientUsage(command)} [options]
${known}
Options
${columns([...own, ...COMMON])}`;
}
