import { columns, wrapped } from './columns.js';
import type { Command } from './command.js';
import type { Flag } from './flag.js';
import { CLIENT_COMMANDS } from './client/client-commands.js';
import { clientUsage } from './client/client-help.js';
import { OWN_COMMANDS } from './own-commands.js';

/** What `corridor --help` prints. */
export function help(commands: readonly Command[]): string {
  const resources = new Map<string, string[]>();
  for (const { words } of commands) {
    const [resource = '', ...rest] = words;
    resources.set(resource, [...(resources.get(resource) ?? []), rest.join(' ')]);
  }
  return `Usage: corridor <command> [options]
       corridor <resource> <verb> [id] [options]

Commands of clients, who have an API key
${columns(CLIENT_COMMANDS.map((one) => [clientUsage(one), one.summary]))}
Commands for whoever runs Corridor
${columns(OWN_COMMANDS.map(({ usage, summary }) => [usage, summary]))}
Resources of staff, and their verbs
${columns([...resources].map(([name, verbs]) => [name, verbs.map((verb) => verb || '(alone)').join(', ')]))}
Options of every command
${columns(COMMON)}
\`--help\` after a command lists its options.
`;
}

const COMMON: [string, string][] = [
  ['--url <address>', 'of Corridor; otherwise CORRIDOR_URL, or http://127.0.0.1:8080'],
  ['--json', 'prints what the server responds, for programs'],
  ['-h, --help', 'explains the command'],
];

export const usageOf = ({ words, ids }: Command): string =>
  ['corridor', ...words, ...ids.map((id) => `<${id}>`)].join(' ');

/** What `corridor clients suspend --help` prints. */
export function commandHelp(command: Command): string {
  const { operation, flags, hasBody, hasKey, isSearch, isRun } = command;
  const required = flags.filter(({ isRequired }) => isRequired).map(textOf);
  const options: [string, string][] = [
    ...flags.map((flag): [string, string] => [nameOf(flag), meaningOf(flag)]),
    ...(hasBody
      ? [['--body <file>', 'the whole body as JSON; - reads standard input'] as [string, string]]
      : []),
    ...(hasKey
      ? [['--key <key>', 'the idempotency key of an earlier call, to repeat it'] as [string, string]]
      : []),
    ['--print <field>', 'prints one field alone, such as id or settings.baseCcy'],
    ...(isSearch ? [['--all', 'shows all pages'] as [string, string]] : []),
    ...(isRun ? [['--watch', 'shows how far the run is, until it has ended'] as [string, string]] : []),
    ...COMMON,
  ];
  const permission = operation['x-required-permission'];
  return `${operation.summary}. ${wrapped(operation.description ?? '')}

Usage: ${[usageOf(command), ...required, '[options]'].join(' ')}
${unlistedIn(command)}
Options
${columns(options)}${permission ? `\nPermission: ${permission}\n` : ''}`;
}

/** Fields that no option can give. */
const unlistedIn = ({ bodyOnly }: Command): string =>
  bodyOnly.length === 0
    ? ''
    : `\n${wrapped(`No options, but fields of the body in --body <file>: ${bodyOnly.join(', ')}`)}\n`;

const nameOf = (flag: Flag) => (flag.name === 'q' ? `-q, ${textOf(flag)}` : textOf(flag));
/** `--roles <value>` */
export function textOf({ name, type, isNullable }: Flag): string {
  if (name === 'password') return '--password -';
  if (type === 'none') return `--${name} <fields|none>`;
  if (type === 'boolean' && !isNullable) return `--[no-]${name}`;
  return `--${name} <${type === 'number' ? 'number' : 'value'}${isNullable ? '|none' : ''}>`;
}

function meaningOf({ name, type, isRequired, isNullable, isList, values, description }: Flag): string {
  const parts = [
    isRequired ? 'required' : '',
    type === 'none' ? `--${name}.…, or none for null` : isNullable ? 'none for null' : '',
    isList ? 'can be repeated' : '',
    values.length > 0 ? `one of ${values.join(', ')}` : '',
  ];
  const notes = parts.filter(Boolean).join('; ');
  return [description.replace(/\.$/, ''), notes && `(${notes})`].filter(Boolean).join(' ');
}
