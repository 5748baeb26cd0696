import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Bank } from './bank.js';
import { Commands } from './commands.js';
import { configurationFrom } from './configuration.js';
import { Disk } from './disk.js';
import { Journal } from './journal.js';
import { lock } from './lock.js';
import type { Fields } from './rule-from.js';
import { State } from './state.js';
import { columns, tables } from './tables.js';

/** What the program is started with. */
export interface Terminal {
  /** Milliseconds. */
  now(): number;
  write(line: string): void;
  complain(line: string): void;
}

const POLL_MS = 100;
/** How long a command waits for a bank that does not run. */
const PATIENCE_MS = 30_000;

const RUN = '  run                    is the bank, until it is ended. FOLDER has bank.json\n';
const TABLES = `  ${Object.keys(tables).join(' | ')}\n`;
/** Of what the bank that runs is asked to do. */
const usages: Readonly<Record<string, string>> = {
  credit: `  credit --to ACCOUNT --currency GBP --amount 100.50 --from NAME [--reference TEXT]
         [--from-account IBAN] [--from-bic BIC] [--from-country GB]
`,
  allocate: '  allocate --currency GBP|* --count 20\n',
  return: '  return --reference REFERENCE [--amount 90] [--code AC04] [--text TEXT]\n',
  'end-of-day': '  end-of-day             sends the statements of today, and books on tomorrow\n',
  rule: `  rule --effect reject|return|delay [--account ACCOUNT] [--code AC04] [--text TEXT] [--after 2d] [--times 1]
  rule --effect return --code R01 [--account ACCOUNT] …              of debits by ACH
  rule --effect change --text CORRECTED [--code C01] [--account ACCOUNT] [--after 2d] [--times 1]
  rule --effect hold|duplicate|reorder|garble [--message camt.054] [--after 10m] [--times 1]
`,
  'remove-rule': '  remove-rule --id ID\n',
};
const HEADING = 'corridor-bank --folder FOLDER <command>\n\n';
const HELP = `${HEADING}${RUN}${TABLES}\n${Object.values(usages).join('')}`;

const helpOf = (verb: string): string => {
  const usage = verb === 'run' ? RUN : verb in tables ? TABLES : usages[verb];
  return usage === undefined ? HELP : HEADING + usage;
};

const names = ['to', 'currency', 'amount', 'from', 'reference', 'from-account', 'from-bic', 'from-country'];
const others = [
  'count',
  'code',
  'text',
  'date',
  'effect',
  'account',
  'message',
  'after',
  'times',
  'id',
  'folder',
];
const options = Object.fromEntries([...names, ...others].map((name) => [name, { type: 'string' as const }]));
const isHelp = (arg: string) => arg === '--help' || arg === '-h';

/** @param signal ends `run` @returns the exit code */
export async function run(args: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: args.filter((arg) => !isHelp(arg)),
      options,
      allowPositionals: true,
    });
    const { folder = '.', ...fields } = values;
    const [verb = 'help', ...more] = positionals;
    if (more.length > 0) throw new Error(`what is "${more.join(' ')}"?`);
    if (args.some(isHelp)) {
      terminal.write(helpOf(verb));
      return 0;
    }
    if (verb === 'run') return await serve(folder, terminal, signal);
    if (verb in tables) return show(folder, verb, terminal);
    if (verb in usages) return await ask(folder, verb, camelCased(fields), terminal);
    terminal.write(HELP);
    return verb === 'help' ? 0 : 2;
  } catch (error) {
    terminal.complain(`${(error as Error).message}\n`);
    return 2;
  }
}

async function serve(folder: string, terminal: Terminal, signal: AbortSignal): Promise<number> {
  const disk = new Disk();
  lock(folder, process.pid);
  const configuration = configurationFrom(disk.text(join(folder, 'bank.json')), folder);
  const tell = (line: string) => terminal.write(`${line}\n`);
  const bank = new Bank({ folder, configuration, disk, now: () => terminal.now(), tell });
  tell(`${configuration.name} is open: ${configuration.exchange}`);
  while (!signal.aborted) {
    await bank.work();
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return 0;
}

function show(folder: string, table: string, terminal: Terminal): number {
  const state = new State();
  for (const decision of new Journal(folder, new Disk()).decisions()) state.apply(decision);
  terminal.write(`${columns(tables[table]!(state))}\n`);
  return 0;
}

async function ask(folder: string, verb: string, fields: Fields, terminal: Terminal): Promise<number> {
  const commands = new Commands(folder, new Disk());
  const id = commands.ask({ verb, fields }, terminal.now());
  for (const deadline = terminal.now() + PATIENCE_MS; terminal.now() < deadline; await sleep(POLL_MS)) {
    const answer = commands.takeAnswer(id);
    if (answer === null) continue;
    (answer.isRefused ? terminal.complain : terminal.write)(`${answer.text}\n`);
    return answer.isRefused ? 1 : 0;
  }
  terminal.complain('The bank does not respond. It executes the command when it runs again.\n');
  return 1;
}

const camelCased = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
