import type { Command } from './command.js';
import type { Flag } from './flag.js';
import { OWN_COMMANDS } from './own-commands.js';

const GAP = '  ';
const WIDTH = 100;

/** What `corridor --help` prints. */
export function help(commands: readonly Command[]): string {
  const resources = new Map<string, string[]>();
  for (const { words } of commands) {
    const [resource = '', ...rest] = words;
    resources.set(resource, [...(resources.get(resource) ?? []), rest.join(' ')]);
  }
  return `Usage: corridor <resource> <verb> [id] [options]

Commands
${columns(OWN_COMMANDS.map(({ usage, summary }) => [usage, summary]))}
Resources and their verbs
${columns([...resources].map(([name, verbs]) => [name, verbs.map((verb) => verb || '(alone)').join(', ')]))}
Options of every command
${columns(COMMON)}
\`corridor <resource> <verb> --help\` lists the options of one command.
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
  const { operation, flags, hasBody, hasKey, isSearch } = command;
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

/** Two columns, the second one in lines that fit. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(36, Math.max(...rows.map(([name]) => name.length)));
  const indent = GAP + ' '.repeat(width) + GAP;
  return rows
    .map(([name, text]) => {
      const lines = wrapped(text, WIDTH - indent.length).split('\n');
      const first = name.length > width ? `${GAP}${name}\n${indent}` : `${GAP}${name.padEnd(width)}${GAP}`;
      return `${(first + lines.join(`\n${indent}`)).trimEnd()}\n`;
    })
    .join('');
}

function wrapped(text: string, width = WIDTH): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}
