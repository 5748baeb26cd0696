import { Refused, Unreachable } from './api.js';
import { CLIENT_COMMANDS } from './client/client-commands.js';
import { runClientCommand } from './client/run-client-command.js';
import { type Command, commandIn } from './command.js';
import { completionScript, completions, shells } from './completion.js';
import { help } from './help.js';
import { createAdministrator, login, logout } from './login.js';
import { OWN_COMMANDS } from './own-commands.js';
import { problemText } from './problem-text.js';
import { request } from './request.js';
import { similar } from './similar.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';
import { visibleJson } from './visible-json.js';

/**
 * Of the process: 0 done, 1 refused or failed, 2 not understood, 3 no response from the server, 4 what was waited for has ended
 * otherwise, 5 and not in time.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

/** What the command line needs of the installation in which it is. */
export interface Installation {
  readonly version: string;
  readonly commands: readonly Command[];
  /** Runs `corridor doctor`. @returns its exit code */
  doctor(args: readonly string[]): Promise<number>;
  /** The same of `corridor dr`. */
  dr(args: readonly string[]): Promise<number>;
  /** The same of `corridor migrate`. */
  migrate(args: readonly string[]): Promise<number>;
}

/** Runs one command. @param args what follows `corridor` */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  installation: Installation,
): Promise<number> {
  try {
    return (await execute(args, terminal, installation)) ?? 0;
  } catch (error) {
    if (error instanceof Refused) {
      const isJson = args.includes('--json');
      terminal.say(isJson ? visibleJson(error.problem) : problemText(error.problem, error.isForLogin));
      return 1;
    }
    if (error instanceof UsageError || error instanceof Unreachable) {
      terminal.say(`corridor: ${error.message}\n`);
      return error instanceof UsageError ? 2 : 3;
    }
    throw error;
  }
}

const PROGRAMS = ['doctor', 'dr', 'migrate'] as const;
const isProgram = (word: string): word is (typeof PROGRAMS)[number] =>
  (PROGRAMS as readonly string[]).includes(word);

async function execute(
  args: readonly string[],
  terminal: Terminal,
  installation: Installation,
): Promise<number | void> {
  const { version, commands } = installation;
  const flagsFrom = args.findIndex((one) => one.startsWith('-'));
  const words = flagsFrom < 0 ? args : args.slice(0, flagsFrom);
  const [first, second] = words;
  if (first === undefined) {
    if (args.includes('--version')) return terminal.write(`${version}\n`);
    const from = commandFrom(args);
    if (from > 0) return execute([...args.slice(from), ...args.slice(0, from)], terminal, installation);
    if (args.length > 0 && !args.every(isHelp)) throw new UsageError(`there is no command after ${args[0]}`);
  }
  if (first === undefined || first === 'help') return terminal.write(help(commands));
  if (first === '__complete') return terminal.write(completions(commands, args.slice(1)).map(line).join(''));
  if (isProgram(first)) return installation[first](args.slice(1));
  if (first === 'login') return login(args.slice(1), terminal);
  if (first === 'logout') return logout(args.slice(1), terminal);
  if (first === 'staff' && second === 'create-admin') return createAdministrator(args.slice(2), terminal);
  if (first === 'completion') return printCompletion(second, terminal);
  return executeNamed(words, args, terminal, installation);
}

/** A command of staff or of a client. @throws UsageError if there is none with these words */
async function executeNamed(
  words: readonly string[],
  args: readonly string[],
  terminal: Terminal,
  { commands }: Installation,
): Promise<number | void> {
  const command = commandIn(commands, words);
  if (command) return request(command, args.slice(command.words.length), terminal);
  const ofClient = commandIn(CLIENT_COMMANDS, words);
  if (ofClient) return runClientCommand(ofClient, args.slice(ofClient.words.length), terminal);
  const below = commands.filter((one) => one.words[0] === words[0]);
  if (below.length > 0 && words.length === 1 && args.some(isHelp)) return terminal.write(help(below));
  throw new UsageError(unknown(words, commands));
}

function printCompletion(shell: string | undefined, terminal: Terminal): void {
  const script = completionScript(shell ?? '');
  if (script === undefined) throw new UsageError(`completion needs a shell: ${shells.join(' or ')}`);
  terminal.write(script);
}

/** Names what may follow the words that are known. */
function unknown(words: readonly string[], commands: readonly Command[]): string {
  const all = [...OWN_COMMANDS, ...CLIENT_COMMANDS, ...commands].map((one) => one.words as readonly string[]);
  const depth = words.findIndex(
    (_, i) => !all.some((one) => words.slice(0, i + 1).every((word, j) => one[j] === word)),
  );
  const known = depth < 0 ? words : words.slice(0, depth);
  const following = all
    .filter((one) => known.every((word, i) => one[i] === word))
    .map((one) => one[known.length] ?? '');
  const next = [...new Set(following.filter(Boolean))].sort();
  if (depth < 0) return `"${words.join(' ')}" needs a verb: ${next.join(', ')}`;
  const meant = similar(words[depth] ?? '', next);
  const where =
    known.length > 0
      ? `${known.join(' ')} has no "${words[depth]}"`
      : `there is no command "${words[depth]}"`;
  if (meant) return `${where}: is ${meant} meant?`;
  return known.length > 0 ? `${where}, but ${next.join(', ')}` : `${where}; corridor --help lists all`;
}

/** Where the command begins after options of every command, such as `--url <address>`; 0 if there is none. */
function commandFrom(args: readonly string[]): number {
  let at = 0;
  while (args[at]?.startsWith('-')) at += ['--url', '--profile'].includes(args[at] ?? '') ? 2 : 1;
  return at < args.length ? at : 0;
}

const isHelp = (one: string) => one === '--help' || one === '-h';
const line = (text: string) => `${text}\n`;
