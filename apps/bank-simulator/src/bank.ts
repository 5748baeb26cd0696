import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  type ByteSource,
  type ReadTransfer,
  UnreadableFile,
  bytesOf,
  readPacs008,
  readPain001,
} from '@corridor/iso20022';
import { type AchOrigination, isNacha, readAchDebits } from '@corridor/iso20022/nacha';
import { csvOf } from './accounts.js';
import { AchDesk, refusalOf } from './ach-desk.js';
import { Commands, allocationName, execute } from './commands.js';
import type { Configuration } from './configuration.js';
import { Desk } from './desk.js';
import type { Disk } from './disk.js';
import type { Answer } from './events.js';
import { Journal } from './journal.js';
import { nameOf, textOf } from './messages.js';
import { RuleError } from './rule-from.js';
import { State, type WaitingMessage } from './state.js';

export interface BankOptions {
  /** Of the bank itself, with its journal. On the file system of the folder that it exchanges files over. */
  readonly folder: string;
  readonly configuration: Configuration;
  readonly disk: Disk;
  /** Milliseconds. */
  readonly now: () => number;
  /** For the log: what a person who watches the bank wants to know. */
  readonly tell?: (line: string) => void;
}

/**
 * A bank over a folder. It decides, records the decision in its journal, and only then does something that others see; what it was doing
 * when it was killed it finds in the journal, and completes.
 */
export class Bank {
  readonly state = new State();
  private readonly journal: Journal;
  private readonly commands: Commands;
  private readonly out: string;

  constructor(private readonly options: BankOptions) {
    const { folder, configuration, disk } = options;
    this.journal = new Journal(folder, disk);
    this.commands = new Commands(folder, disk);
    this.out = join(configuration.exchange, 'out');
    for (const one of [this.out, join(configuration.exchange, 'in')]) disk.makeFolder(one);
    for (const one of ['prepared', 'taken', 'refused']) disk.makeFolder(join(folder, one));
    for (const decision of this.journal.open()) this.state.apply(decision);
    this.decide((desk) => this.open(desk));
    this.state.allocations.forEach((_, index) => this.writeAllocation(index + 1));
  }

  /** Does all that can be done now. */
  async work(): Promise<void> {
    this.decide((desk) => desk.closePastDays());
    for (const { id, command } of this.commands.waiting())
      this.commands.answer(id, this.answerTo(id, command));
    for (const name of this.options.disk.names(this.out)) await this.take(name);
    while (this.decide((desk) => desk.executeDue()));
    this.decide((desk) => new AchDesk(desk, this.state).executeDue());
    for (const one of [...this.state.outgoing.values()]) if (one.message.dueAt <= this.now) this.deliver(one);
  }

  private get now(): number {
    return this.options.now();
  }

  /** @returns whether something has happened */
  private decide(by: (desk: Desk) => void): boolean {
    const desk = new Desk(this.state, this.options.configuration.rules, this.now);
    by(desk);
    if (desk.events.length === 0) return false;
    this.journal.append({ at: desk.at, events: desk.events });
    return true;
  }

  private open(desk: Desk): void {
    const { state } = this;
    if (state.code === '')
      desk.happens({ type: 'founded', code: `SB${randomBytes(3).toString('hex').toUpperCase()}` });
    for (const account of this.options.configuration.accounts)
      if (!state.accounts.has(account.number)) desk.happens({ type: 'opened', account });
  }

  private answerTo(command: string, asked: Parameters<typeof execute>[0]): Answer {
    const known = this.state.answers.get(command);
    if (known) return known;
    this.decide((desk) => {
      const answer = answerOf(() => execute(asked, desk, this.state));
      desk.happens({ type: 'answered', command, answer });
      this.tell(`${asked.verb}: ${answer.text}`);
    });
    this.state.allocations.forEach((_, index) => this.writeAllocation(index + 1));
    return this.state.answers.get(command)!;
  }

  private writeAllocation(number: number): void {
    const { folder, disk, configuration } = this.options;
    const path = join(folder, allocationName(number));
    if (disk.exists(path)) return;
    const { bic, name } = configuration;
    disk.replace(path, csvOf(this.state.allocations[number - 1]!, bic, name));
  }

  private async take(name: string): Promise<void> {
    const { folder, disk } = this.options;
    const path = join(this.out, name);
    const text = disk.text(path);
    const digest = createHash('sha256').update(text).digest('hex');
    let to = 'taken';
    if (!this.state.files.has(digest)) {
      const read = await this.read(bytesOf(name, text), text);
      if (read instanceof UnreadableFile) {
        this.tell(`${name} is refused: ${read.message}`);
        to = 'refused';
        this.decide((desk) => desk.happens({ type: 'taken', file: name, digest, messageId: null }));
      } else if ('debits' in read) {
        this.decide((desk) => new AchDesk(desk, this.state).take({ name, digest, ...read }));
        this.tell(`${name}: ${read.debits.length} debits`);
      } else {
        this.decide((desk) => desk.take({ name, digest, ...read }));
        this.tell(`${name}: ${read.transfers.length} payments`);
      }
    }
    disk.move(path, join(folder, to, name));
  }

  private async read(source: ByteSource, text: string) {
    try {
      if (await isNacha(source)) return await this.readDebits(source);
      return await readOrders(source, text.includes('FIToFICstmrCdtTrf'));
    } catch (error) {
      if (error instanceof UnreadableFile) return error;
      throw error;
    }
  }

  private async readDebits(source: ByteSource): Promise<{ debits: AchOrigination[] }> {
    const debits = await all(readAchDebits(source));
    const refusal = refusalOf(source.name, this.state);
    if (debits.length === 0 || refusal !== null)
      throw new UnreadableFile(`${source.name}: ${refusal ?? 'it has no debits'}`);
    return { debits };
  }

  private deliver(waiting: WaitingMessage): void {
    const { folder, disk, configuration } = this.options;
    const { message } = waiting;
    const name = nameOf(message);
    const prepared = join(folder, 'prepared', name);
    if (!waiting.isPrepared) {
      disk.replace(prepared, textOf(this.state, waiting));
      this.decide((desk) => desk.happens({ type: 'prepared', message: message.id }));
    }
    // Only this move makes it disappear: if it is not there, the customer has it.
    if (disk.exists(prepared)) disk.move(prepared, join(configuration.exchange, 'in', name));
    this.decide((desk) => desk.happens({ type: 'delivered', message: message.id }));
    this.tell(`sent ${name}`);
  }

  private tell(line: string): void {
    this.options.tell?.(line);
  }
}

function answerOf(ask: () => string): Answer {
  try {
    return { isRefused: false, text: ask() };
  } catch (error) {
    if (error instanceof RuleError) return { isRefused: true, text: error.message };
    throw error;
  }
}

async function readOrders(
  source: ByteSource,
  isBetweenBanks: boolean,
): Promise<{ isBetweenBanks: boolean; transfers: ReadTransfer[] }> {
  const transfers = await all((isBetweenBanks ? readPacs008 : readPain001)(source));
  if (transfers.length === 0) throw new UnreadableFile(`${source.name} has no payments`);
  return { isBetweenBanks, transfers };
}

async function all<One>(some: AsyncIterable<One>): Promise<One[]> {
  const found: One[] = [];
  for await (const one of some) found.push(one);
  return found;
}
