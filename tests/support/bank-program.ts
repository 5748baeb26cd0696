import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Commands, Disk, Journal, State } from '@corridor/bank-simulator';
import { until } from '@corridor/testing';
import { type Program, launch } from '@corridor/tools/program.mjs';

/** For `node --import`, with CLOCK_AHEAD_FILE. */
export const clockAhead = `--import=${
  pathToFileURL(join(import.meta.dirname, '../../tools/production-demo/clock-ahead.mjs')).href
}`;

type Fields = Parameters<Commands['ask']>[0]['fields'];

/** The bank simulator, a program of its own that exchanges files with Corridor, in the folder of its `bank.json`. */
export class BankProgram {
  private readonly commands: Commands;

  private constructor(
    readonly folder: string,
    private readonly clockFile: string,
    private program: Program,
  ) {
    this.commands = new Commands(folder, new Disk());
  }

  static async start(folder: string, clockFile: string): Promise<BankProgram> {
    return new BankProgram(folder, clockFile, await launched(folder, clockFile));
  }

  /** Executed once, also by a bank that is killed meanwhile. @returns what it answers @throws Error with the answer if it refuses */
  async told(verb: string, fields: Fields = {}): Promise<string> {
    const id = this.commands.ask({ verb, fields }, Date.now());
    let answer: ReturnType<Commands['takeAnswer']> = null;
    await until(() => (answer = this.commands.takeAnswer(id)) !== null);
    const { isRefused, text } = answer!;
    if (isRefused) throw new Error(`${verb}: ${text}`);
    return text;
  }

  /** As its journal tells. */
  get state(): State {
    const state = new State();
    for (const decision of this.journal.decisions()) state.apply(decision);
    return state;
  }

  get journal(): Journal {
    return new Journal(this.folder, new Disk());
  }

  /** Like a power failure. */
  async fails(): Promise<void> {
    await this.program.kill9();
    this.program = await launched(this.folder, this.clockFile);
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}

const launched = (folder: string, clockFile: string) =>
  launch({
    name: 'bank',
    command: process.execPath,
    args: ['apps/bank-simulator/dist/main.js', 'run', '--folder', folder],
    env: { ...process.env, NODE_OPTIONS: clockAhead, CLOCK_AHEAD_FILE: clockFile },
    output: () => undefined,
  });
