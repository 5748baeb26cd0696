import {
  type BalanceRecord,
  type BankRecord,
  type ByteSource,
  type EntryRecord,
  type StatusRecord,
  type WritingDialect,
  hasRoomFor,
  pacs008,
  pain001,
  readBankFile,
} from '@corridor/iso20022';
import { isNacha, readNacha } from '@corridor/iso20022/nacha';
import { type CalendarDate, type Clock, nowOf } from '@corridor/kernel';
import { type BankAccounts, operatorAccountOf } from '@corridor/platform';
import {
  type Away,
  type Handover,
  PaymentRail,
  type RailBatch,
  type RailCredit,
  type RailPayment,
  type RailReport,
} from '../payment-rail.js';
import { type Meaning, meaningOf, settledBy, statusOf } from './bank-words.js';
import { AchDebits, type AchSettings, achMeaningOf, obstacleTo } from './ach-debits.js';
import { type BankSide, type Departures, type Exchange, FolderExchange } from './exchange.js';
import { Files, join } from './files.js';
import { type CutOffs, executionDateOf } from '../cut-offs.js';
import type { RailFiles } from '../rail-files.js';
import type { SentPayments } from '../sent-payments.js';
import { Inbox } from './inbox.js';
import { Matching, type Total } from './matching.js';
import { Outbox } from './outbox.js';
import { SentFiles } from './sent-files.js';
import { Statements } from './statements.js';
import { type Debtor, addressOf, blocksOf } from './transfers.js';

/** Records that are passed on together. */
const CHUNK = 500;

export interface FileRail {
  readonly folder: string;
  /** Of the bank; null if it reads and writes the folder. */
  readonly server?: { readonly exchange: Exchange; readonly everyMs: number } | null;
  readonly debtor: Debtor;
  /** With those from which no payments leave; without them, only those of `debtor`. */
  readonly accounts?: BankAccounts;
  readonly message: 'pain.001' | 'pacs.008';
  readonly dialect: WritingDialect;
  /** Null if no accounts are debited. */
  readonly ach?: AchSettings | null;
  readonly cutOffs?: CutOffs;
  /** Whether a booking without any id is that of the only payment or batch with its amount. */
  readonly matchesAmounts?: boolean;
}

/** Nothing but our reference. */
const unknown: SentPayments = {
  byUetr: () => Promise.resolve([]),
  byBankReference: () => Promise.resolve([]),
  openOf: () => Promise.resolve([]),
  statusesOf: () => Promise.resolve(new Map()),
};

const FOLDERS = ['prepared', 'sent', 'out', 'in', 'read', 'set-aside', 'discarded'];

/**
 * A bank that exchanges files of ISO 20022 over a folder (ADR 56). Payments leave in `out`, what the bank says arrives in `in`; the other
 * folders are those of the rail. With a server of the bank, payments leave to it, and what arrives there is read as well.
 */
export class Iso20022Rail extends PaymentRail {
  override readonly isSimulated = false;
  private readonly outbox: Outbox;
  override readonly files: RailFiles;
  private readonly inbox: Inbox;
  private readonly local: FolderExchange;
  private readonly ach: AchDebits | null;
  private readonly sent: SentFiles;
  private readonly matching: Matching;
  private readonly accounts: BankAccounts;
  private reading: Promise<void> | null = null;
  private nextVisitOn = 0;

  constructor(
    private readonly settings: FileRail,
    private readonly clock: Clock,
    private readonly disk = new Files(),
    sent: SentPayments = unknown,
  ) {
    super();
    const { folder, message, debtor, matchesAmounts = false } = settings;
    this.accounts =
      settings.accounts ?? new Map([...debtor.accounts].map(([ccyCode, one]) => [ccyCode, [one]]));
    this.sent = new SentFiles(join(folder, 'sent'), message, disk, clock);
    this.matching = new Matching(sent, this.sent, debtor.accounts, matchesAmounts);
    this.outbox = new Outbox(settings.folder, disk);
    this.inbox = new Inbox(settings.folder, disk, clock, Boolean(settings.ach));
    this.files = this.inbox;
    this.local = new FolderExchange(settings.folder, disk);
    const known = { account: debtor.accounts.get('USD') ?? null, matchesAmounts };
    this.ach = settings.ach ? new AchDebits(settings.ach, folder, disk, clock, known) : null;
  }

  override get bic(): string {
    return this.settings.debtor.bic;
  }

  override get debits(): boolean {
    return this.ach !== null;
  }

  override get away(): Away | null {
    return this.settings.server?.exchange.away ?? null;
  }

  override async submit({ id, payments }: RailBatch, signal: AbortSignal): Promise<Handover> {
    await this.makeFolders();
    const failures = new Map(payments.flatMap((one) => this.failureOf(one) ?? []));
    const [debits, credits] = [true, false].map((isDebit) =>
      payments.filter((one) => (one.kind === 'DEBIT') === isDebit && !failures.has(one.id)),
    ) as [RailPayment[], RailPayment[]];
    const bank = this.settings.server?.exchange ?? this.local;
    let executionDates: Record<string, CalendarDate> = {};
    if (debits.length + credits.length > 0)
      await bank.connected(async ({ departures }) => {
        if (credits.length > 0) executionDates = await this.pay(departures, id, credits, signal);
        if (debits.length === 0) return;
        const obstacle = await this.ach?.send(departures, this.outbox, id, debits, signal);
        if (obstacle) for (const one of debits) failures.set(one.id, obstacle);
      }, signal);
    return { failures: Object.fromEntries(failures), reports: [], executionDates };
  }

  private failureOf(one: RailPayment): [id: string, reason: string][] | null {
    const { ccyCode } = one.amount;
    const reason =
      one.kind === 'DEBIT'
        ? obstacleTo(one)
        : this.settings.debtor.accounts.has(ccyCode)
          ? this.obstacleIn(one)
          : `RAIL_ACCOUNTS has no account in ${ccyCode}`;
    return reason === null ? null : [[one.id, reason]];
  }

  private obstacleIn({ creditor }: RailPayment): string | null {
    if (hasRoomFor(addressOf(creditor), this.settings.dialect)) return null;
    return 'the address of the creditor does not fit into 7 lines of 70 characters, and is not cut';
  }

  private async pay(
    departures: Departures,
    id: string,
    payments: RailPayment[],
    signal: AbortSignal,
  ): Promise<Record<string, CalendarDate>> {
    const { debtor, cutOffs = new Map() } = this.settings;
    const messageId = id.replaceAll('-', '').slice(0, 35);
    const write = () => {
      const now = nowOf(this.clock);
      const dated = payments.map((one) => ({ ...one, valueDate: executionDateOf(one, cutOffs, now) }));
      const createdOn = `${now.slice(0, 19)}Z`;
      const blocks = blocksOf(messageId, dated, debtor);
      return this.written({ messageId, createdOn, initiator: debtor.holder, blocks });
    };
    await this.outbox.send(departures, this.sent.nameOf(messageId), write, signal);
    return cutOffs.size > 0 ? this.later(messageId, payments) : {};
  }

  /** The file says it, also if it was written before this batch was repeated. */
  private async later(
    messageId: string,
    payments: RailBatch['payments'],
  ): Promise<Record<string, CalendarDate>> {
    const asked = new Map(payments.map((one) => [one.reference, one]));
    const dates: Record<string, CalendarDate> = {};
    for await (const { block, transfer } of this.sent.transfersOf(messageId)) {
      const one = asked.get(transfer.reference);
      if (one && block.executionDate !== one.valueDate) dates[one.id] = block.executionDate;
    }
    return dates;
  }

  /** A large file takes longer than anybody waits: who comes meanwhile waits for the same reading. */
  override collect(...sinks: Parameters<PaymentRail['collect']>): Promise<void> {
    this.reading ??= this.readAll(...sinks).finally(() => (this.reading = null));
    return this.reading;
  }

  private async readAll(
    ...[take, credited, stated, found]: Parameters<PaymentRail['collect']>
  ): Promise<void> {
    await this.makeFolders();
    const read = async (source: ByteSource) => {
      // All of it can be read, or none of it is taken.
      const statements = new Statements();
      const foreign = new Set<string>();
      const isAch = this.ach !== null && (await isNacha(source));
      if (isAch) for await (const _ of readNacha(source));
      else for await (const record of this.recordsIn(source, foreign)) statements.note(record);
      const doubts: string[] = [...foreign];
      const reports: RailReport[] = [];
      const credits: RailCredit[] = [];
      const passOn = async () => {
        await take(reports.splice(0));
        await credited(credits.splice(0));
      };
      for await (const { report, credit, part, doubt } of isAch
        ? achMeanings(source)
        : this.meanings(source, statements)) {
        if (report) reports.push(report);
        if (credit) credits.push(credit);
        if (part) await stated(part);
        if (doubt !== undefined) doubts.push(doubt);
        if (reports.length + credits.length >= CHUNK) await passOn();
      }
      await passOn();
      return doubts;
    };
    await this.inbox.take(this.local.arrivals, read, found);
    if (!this.settings.server) await this.ach?.settle(this.local.departures, take);
    await this.visit(async ({ arrivals, departures }) => {
      // What has come back is known before anything counts as settled.
      await this.inbox.take(arrivals, read, found);
      await this.ach?.settle(departures, take);
    });
  }

  /** A server of the bank is asked now and then. */
  private async visit(work: (bank: BankSide) => Promise<void>): Promise<void> {
    const { server } = this.settings;
    const now = this.clock.now().getTime();
    if (!server || now < this.nextVisitOn) return;
    this.nextVisitOn = now + server.everyMs;
    await server.exchange.connected(work);
  }

  private async *meanings(source: ByteSource, statements: Statements): AsyncGenerator<Meaning> {
    // What a status of a block or message is not about: each of these transfers has its own.
    const named = new Set<string>();
    await this.ach?.sent.look();
    for await (const read of this.recordsIn(source)) {
      if (read.kind === 'status' && read.reference === null && read.uetr === null) {
        yield* this.ofWhole(read, named);
        continue;
      }
      const record = await this.matching.named(read);
      const debits = record.kind === 'entry' ? (this.ach?.sent.bookedAs(record) ?? null) : null;
      const total = record.kind === 'entry' && !debits ? await this.matching.total(record) : null;
      const totalOf = debits ?? (total?.doubt === null ? total.references : null);
      for (const part of statements.read(record, totalOf)) yield { part };
      if (record.kind === 'status' && record.reference !== null) named.add(record.reference);
      // The sum of our debits, or of what has come back of them, is for the reconciliation alone: it is nobody's credit.
      if (debits) continue;
      if (total) yield* meaningsOf(record as EntryRecord, total);
      else yield meaningOf(record, this.accountOf(record));
    }
    for (const part of statements.rest()) yield { part };
  }

  /** The account of the operator that it is about; null if that is one of somebody else, or it names none. */
  private accountOf(record: BankRecord): string | null {
    if (!namesAccount(record)) return null;
    return operatorAccountOf(this.accounts, record.amount.ccyCode, record.account);
  }

  /** Without those about accounts of somebody else. @param foreign gets why these are not read */
  private async *recordsIn(source: ByteSource, foreign = new Set<string>()): AsyncGenerator<BankRecord> {
    for await (const record of readBankFile(source)) {
      const why = this.foreignIn(record);
      if (why === null) yield record;
      else foreign.add(why);
    }
  }

  /** Why it is not read; null if it is about an account of the operator, or names none. */
  private foreignIn(record: BankRecord): string | null {
    if (!namesAccount(record) || this.accountOf(record) !== null) return null;
    const { statementId, account, amount } = record;
    return `${statementId} is about ${account} in ${amount.ccyCode}, which RAIL_ACCOUNTS does not have: nothing of this account is read.`;
  }

  /** A status of a block or message is that of each of its transfers. */
  private async *ofWhole(status: StatusRecord, named: Set<string>): AsyncGenerator<Meaning> {
    const { messageId, originalMessageId, originalBlockId } = status;
    if (originalMessageId === null || !(await this.sent.has(originalMessageId))) {
      yield { doubt: `${messageId} is about ${originalMessageId}, which was never sent.` };
      return;
    }
    for await (const { block, transfer } of this.sent.transfersOf(originalMessageId)) {
      if (originalBlockId !== null && block.id !== originalBlockId) continue;
      if (named.has(transfer.reference)) continue;
      named.add(transfer.reference);
      yield statusOf(status, transfer.reference);
    }
  }

  private written(file: Parameters<typeof pain001>[0]): string {
    const { message, dialect, debtor } = this.settings;
    if (message === 'pain.001') return pain001(file, dialect);
    const agent = { bic: debtor.bic, clearing: null, name: null, country: null };
    return pacs008(file, { instructing: agent, instructed: agent }, dialect);
  }

  private async makeFolders(): Promise<void> {
    for (const one of FOLDERS) await this.disk.makeFolder(join(this.settings.folder, one));
  }
}

const namesAccount = (record: BankRecord): record is EntryRecord | BalanceRecord =>
  record.kind === 'entry' || record.kind === 'balance';

async function* achMeanings(source: ByteSource): AsyncGenerator<Meaning> {
  for await (const record of readNacha(source)) yield achMeaningOf(record);
}

function meaningsOf(entry: EntryRecord, { references, doubt }: Total): Meaning[] {
  return doubt === null ? references.map((reference) => settledBy(entry, reference)) : [{ doubt }];
}
