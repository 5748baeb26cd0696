import { holidaysIn } from '@corridor/calendars';
import type { EntryRecord } from '@corridor/iso20022';
import { type AchOriginator, type SentAch, type SentAchBatch, readSentAch } from '@corridor/iso20022/nacha';
import { type Clock, addBusinessDays } from '@corridor/kernel';
import { type Files, join } from './files.js';

/** A debit of a consumer comes back for 60 days. */
const RECENT_MS = 75 * 24 * 60 * 60_000;

/** Where the bank books debits, and what it may leave out. */
export interface DebitAccount {
  /** Null if it is not known. */
  readonly account: string | null;
  /** Whether a booking that names no file is that of the only one with its amount, its date and its originator. */
  readonly matchesAmounts: boolean;
}

/** Which debits a booking of the bank is about: it books those of a file as one sum, and those that have come back as another one. */
export class SentDebits {
  /** By their names. One changes only if it is written again because it has not left. */
  private readonly files = new Map<string, SentAch & { readonly changedOn: number | undefined }>();
  /** By what names a debit or a file in a booking. Trace numbers are unique in a file only. */
  private readonly references = new Map<string, string[]>();
  private readonly named = new Map<string, SentAch>();

  constructor(
    private readonly folder: string,
    private readonly originator: AchOriginator,
    private readonly disk: Files,
    private readonly clock: Clock,
    private readonly at: DebitAccount,
  ) {}

  /** Before a file of the bank is read. */
  async look(): Promise<void> {
    for (const name of await this.disk.names(this.folder)) {
      if (!name.endsWith('.ach')) continue;
      const path = join(this.folder, name);
      const changedOn = (await this.disk.seen(path))?.changedOn.getTime();
      if (this.files.get(name)?.changedOn !== changedOn)
        this.files.set(name, { changedOn, ...readSentAch(await this.disk.text(path)) });
    }
    const since = new Date(this.clock.now().getTime() - RECENT_MS).toISOString().slice(0, 10);
    this.references.clear();
    this.named.clear();
    for (const [name, file] of this.files) {
      if (file.effectiveOn < since) continue;
      this.named.set(name.toUpperCase(), file);
      if (file.code !== '') this.named.set(file.code, file);
      for (const [trace, reference] of file.traces)
        for (const key of [trace, reference])
          this.references.set(key, [...(this.references.get(key) ?? []), reference]);
    }
  }

  /** Their references; of what has come back, all that it may be about. Null if it is about something else. */
  bookedAs(entry: EntryRecord): readonly string[] | null {
    const { account, matchesAmounts } = this.at;
    const { status, isReversal, amount, direction } = entry;
    if (this.named.size === 0 || status !== 'BOOKED' || isReversal || amount.ccyCode !== 'USD') return null;
    if (account !== null && entry.account !== account) return null;
    const words = wordsOf(entry);
    const some = words.flatMap((word) => this.references.get(word) ?? []);
    if (some.length > 0) return [...new Set(some)];
    const file = words.map((word) => this.named.get(word)).find((one) => one !== undefined);
    if (file) return direction === 'CREDIT' ? (partOf(file, entry) ?? allOf(file)) : allOf(file);
    return matchesAmounts && this.isOfOriginator(words) ? this.guessed(entry) : null;
  }

  /** The bank writes whose debits they are: the identification of the company, or its name as the file has it. */
  private isOfOriginator(words: readonly string[]): boolean {
    const { id, name } = this.originator;
    return words.includes(id) || words.join(' ').includes(name.toUpperCase().slice(0, 16).trim());
  }

  /** The only file or batch of this amount and date; for what has come back, all debits that can come back. */
  private guessed(entry: EntryRecord): readonly string[] | null {
    const files = [...new Set(this.named.values())];
    if (entry.direction === 'DEBIT') return files.flatMap(allOf);
    const { valueDate } = entry;
    const [one, ...others] = files.flatMap((file) => {
      const latest = addBusinessDays(file.effectiveOn, 1, holidaysIn('USD'));
      const part = valueDate >= file.effectiveOn && valueDate <= latest ? partOf(file, entry) : null;
      return part ? [part] : [];
    });
    return one && others.length === 0 ? one : null;
  }
}

/** In capitals, without marks at their ends. */
const wordsOf = ({
  reference,
  instructionId,
  bankReference,
  batch,
  remittance,
  party,
}: EntryRecord): string[] =>
  [reference, instructionId, bankReference, batch?.messageId, batch?.blockId, party.name, remittance]
    .join(' ')
    .toUpperCase()
    .split(/[^A-Z0-9.-]+/)
    .map((word) => word.replace(/^[.-]+|[.-]+$/g, ''));

/** A bank may book each batch of NACHA by itself. Null if the file has no part of this amount. */
const partOf = (file: SentAch, { amount }: EntryRecord): readonly string[] | null =>
  [totalOf(file), ...file.batches].find(({ cents }) => cents === amount.minor)?.references ?? null;

const totalOf = ({ batches }: SentAch): SentAchBatch => ({
  cents: batches.reduce((sum, { cents }) => sum + cents, 0n),
  references: allOf({ batches }),
});

const allOf = ({ batches }: Pick<SentAch, 'batches'>): readonly string[] =>
  batches.flatMap(({ references }) => references);
