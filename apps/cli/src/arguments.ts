import { parseArgs } from 'node:util';
import type { Command } from './command.js';
import { type Flag, kebab, setField, valueOf } from './flag.js';
import { similar } from './similar.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

export type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;
/** As they were given; a list has each of its values. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Every command has them. */
export const COMMON_OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  url: { type: 'string' },
} as const satisfies Options;

/**
 * @param bodyOnly names of fields that are no options
 * @throws UsageError that names an option which does not exist, and a similar one
 */
export function parse(
  args: readonly string[],
  options: Options,
  bodyOnly: readonly string[] = [],
): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, ...COMMON_OPTIONS },
      allowPositionals: true,
      allowNegative: true,
    });
    return { values: values as Values, positionals };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && /'(-[^']*)'/.exec(message)?.[1];
    if (!unknown) throw new UsageError(message, { cause: error });
    const field = bodyOnly.find((name) => [name, kebab(name)].includes(unknown.slice(2)));
    if (field) throw new UsageError(`${field} is no option, but a field of --body <file>`, { cause: error });
    const meant = similar(
      unknown,
      Object.keys({ ...options, ...COMMON_OPTIONS }).map((name) => `--${name}`),
    );
    throw new UsageError(`there is no option ${unknown}${meant ? `: is ${meant} meant?` : ''}`, {
      cause: error,
    });
  }
}

/** The options of a command that sends a request. */
export const optionsOf = ({ flags, hasBody, hasKey, isSearch, isRun }: Command): Options => ({
  ...Object.fromEntries(
    flags.map(({ name, type, isList }) => [
      name,
      {
        type: type === 'boolean' ? ('boolean' as const) : ('string' as const),
        multiple: isList,
        ...(name === 'q' && { short: 'q' }),
      },
    ]),
  ),
  print: { type: 'string' as const },
  ...(hasBody && { body: { type: 'string' as const } }),
  ...(hasKey && { key: { type: 'string' as const } }),
  ...(isSearch && { all: { type: 'boolean' as const } }),
  ...(isRun && { watch: { type: 'boolean' as const } }),
});

/** The path of a request with its ids, and its query. @throws UsageError if ids are missing or left over */
export function pathOf(
  { path, ids, words, flags }: Command,
  given: readonly string[],
  values: Values,
): { path: string; query: URLSearchParams } {
  const [missing] = ids.slice(given.length);
  if (missing) throw new UsageError(`${words.join(' ')} needs <${missing}>`);
  const [extra] = given.slice(ids.length);
  if (extra !== undefined)
    throw new UsageError(`what is "${extra}" for? ${words.join(' ')} takes ${taken(ids)}`);
  const query = new URLSearchParams();
  for (const flag of flags.filter((one) => one.in === 'query'))
    for (const value of [values[flag.name] ?? []].flat()) query.append(flag.path.join('.'), String(value));
  const filled = ids.reduce(
    (text, id, i) => text.replace(`{${id}}`, encodeURIComponent(given[i] ?? '')),
    path,
  );
  return { path: filled, query };
}

const taken = (ids: readonly string[]) =>
  ids.length === 0 ? 'options only' : `${ids.map((id) => `<${id}>`).join(' ')} and options`;

/** The body of a request: `--body`, a file or `-` for standard input, and on top of it the fields that are options. */
export async function bodyOf(
  { flags, hasBody }: Command,
  values: Values,
  terminal: Terminal,
  readFile: (path: string) => string,
): Promise<unknown> {
  if (!hasBody) return undefined;
  const source = values['body'];
  const body =
    typeof source === 'string' ? parsed(source === '-' ? await terminal.read() : readFile(source)) : {};
  for (const flag of flags.filter((one) => one.in === 'body')) {
    const given = values[flag.name];
    if (given !== undefined) setField(body, flag.path, await valueFor(flag, given, terminal));
    else if (isAsked(flag, body)) setField(body, flag.path, await terminal.ask('Password', true));
  }
  return body;
}

/** A password that is missing is asked for. */
const isAsked = ({ name, path, isRequired }: Flag, body: Readonly<Record<string, unknown>>) =>
  name === 'password' && isRequired && !((path[0] ?? '') in body);

async function valueFor(
  flag: Flag,
  given: NonNullable<Values[string]>,
  terminal: Terminal,
): Promise<unknown> {
  if (flag.name === 'password') return passwordFrom(given, terminal);
  try {
    return Array.isArray(given) ? given.map((one) => valueOf(flag, one)) : valueOf(flag, given);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

export const passwordFrom = (given: Values[string], terminal: Terminal): Promise<string> =>
  secretFrom('password', given, terminal);

/** Others can see the options of a process, so a secret is never one of them. @throws UsageError if it is not `-` */
export async function secretFrom(name: string, given: Values[string], terminal: Terminal): Promise<string> {
  if (given !== '-')
    throw new UsageError(
      `--${name} takes only -, which reads it from standard input; without it, it is asked for`,
    );
  return (await terminal.read()).replace(/\r?\n$/, '');
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`--body is no JSON: ${(error as Error).message}`, { cause: error });
  }
  throw new UsageError('--body must be a JSON object');
}
