import type { CalendarDate, Money } from '@corridor/kernel';

/** A debit of an account at a bank in the United States, by ACH. */
export interface AchDebit {
  /** Of ours, at most 15 characters: what comes back has it. */
  readonly reference: string;
  /** Unique among the debits of the bank in a file: it is the end of the trace number. From 1 to 9,999,999. */
  readonly sequence: number;
  readonly amount: Money;
  /** ABA routing number, 9 digits. */
  readonly routingNumber: string;
  readonly accountNumber: string;
  /** `CCD` is of an account of a company, `PPD` of that of a person. */
  readonly entryClass: 'CCD' | 'PPD';
  readonly account: 'CHECKING' | 'SAVINGS';
  readonly holder: string;
}

/** Whoever debits, and its bank. */
export interface AchOriginator {
  /** Shown to whoever is debited. */
  readonly name: string;
  /** Company identification as the bank has given it, at most 10 characters. */
  readonly id: string;
  /** ABA routing number of the bank that takes the file (ODFI). */
  readonly bankRoutingNumber: string;
  readonly bankName: string;
}

export interface AchFile {
  readonly originator: AchOriginator;
  /** Local time of the bank, `2026-11-23T17:05`. */
  readonly createdOn: string;
  /** Distinguishes the files of a day: A to Z, 0 to 9. */
  readonly modifier: string;
  /** Of the file, at most 8 letters and digits. Its batches have it too: banks write it beside what they book. */
  readonly reference: string;
  readonly effectiveOn: CalendarDate;
  /** What whoever is debited reads, at most 10 characters. */
  readonly description: string;
  readonly debits: readonly AchDebit[];
}

/** A debit as the bank that gets the file reads it. */
export interface AchOrigination extends Omit<AchDebit, 'sequence'> {
  readonly originator: AchOriginator;
  readonly effectiveOn: CalendarDate;
  readonly trace: string;
  /** In the file, for people. */
  readonly where: string;
}

/** What the other bank says about a debit, in a return file. */
export interface AchAnswer {
  /** `R01` returns it; `C01` says that it was executed, and what is to be named differently. */
  readonly code: string;
  /** For C01 and the others of its kind; at most 29 characters. */
  readonly corrected: string | null;
  readonly debit: Omit<AchOrigination, 'originator' | 'effectiveOn' | 'where'>;
  /** Unique among the answers of that bank, from 1 to 9,999,999: it is the end of the trace number. */
  readonly sequence: number;
}

export interface AchReturnFile {
  /** To whom it goes, with its bank, which writes it. */
  readonly originator: AchOriginator;
  /** Local time of the bank, `2026-11-25T11:00`. */
  readonly createdOn: string;
  /** Of the file, at most 8 characters. */
  readonly reference: string;
  readonly answers: readonly AchAnswer[];
}

/** What a return file of the bank says about a debit. */
export type AchRecord = AchReturn | AchChange;

interface AboutDebit {
  /** Trace number of our entry. */
  readonly originalTrace: string;
  /** `reference` of the debit, as the other bank has repeated it. */
  readonly reference: string;
  /** Of this record: a file that comes again has the same one. */
  readonly trace: string;
  /** In the file, for people. */
  readonly where: string;
}

/** The money does not come, or has to be given back. */
export interface AchReturn extends AboutDebit {
  readonly kind: 'return';
  /** Such as R01. */
  readonly code: string;
  readonly amount: Money;
}

/** The debit was executed, and the account has to be named differently from now on. */
export interface AchChange extends AboutDebit {
  readonly kind: 'change';
  /** Such as C01. */
  readonly code: string;
  readonly corrected: string;
}
