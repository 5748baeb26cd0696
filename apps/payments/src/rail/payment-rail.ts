import type { BankSubmissionResource } from '@corridor/payments-contract';
import type { CalendarDate, Money } from '@corridor/kernel';
import type { RailFile, RailFiles } from './rail-files.js';

/** A payment as a rail gets it: everything that a bank asks for. */
export type RailPayment = Omit<
  BankSubmissionResource,
  'status' | 'history' | 'bankReference' | 'returnedAmount' | 'returns' | 'isContradicted' | 'executionDate'
>;

/** Payments that are handed over together. A batch that fails as a whole is repeated with the same id, and what is left of its payments. */
export interface RailBatch {
  /** Of it an adapter can make the name of a file: the same batch never leaves twice. */
  readonly id: string;
  readonly payments: readonly RailPayment[];
  /** Whether the bank may have some of the payments: they were submitted before, and it is not known whether they have arrived. */
  readonly isRepeated: boolean;
}

/** What a bank says about a payment. */
export interface RailReport {
  /** The same report has the same id, also when the bank repeats it. With another status it is another report. */
  readonly reportId: string;
  /** `reference` of the payment, the end-to-end reference. */
  readonly reference: string;
  readonly status: 'ACCEPTED' | 'SETTLED' | 'REJECTED' | 'RETURNED';
  readonly reason: string | null;
  /** What came back, for RETURNED; null if all of it. */
  readonly returned: Money | null;
  /** Tells returns of one payment apart; without it those of the same amount are one. */
  readonly bankReference: string | null;
  /** The account shows it. A return that is told first and booked later is one, also if their references differ. */
  readonly isBooked?: boolean;
}

/** A credit on an account of the operator. */
export interface RailCredit {
  /** Of the bank: the same credit has the same one with its account, whatever reports it. At most 64 characters. */
  readonly bankReference: string;
  /** The credited account: an IBAN or a local number. */
  readonly accountNumber: string;
  /** The account of the operator at which it is booked, one of RAIL_ACCOUNTS; null if the bank does not tell it. */
  readonly bankAccount: string | null;
  readonly amount: Money;
  readonly valueDate: CalendarDate;
  /** What the sender has written, at most 512 characters. */
  readonly reference: string | null;
  readonly sender: {
    readonly name: string | null;
    /** On whose behalf the sender pays. */
    readonly ultimateDebtor: string | null;
    readonly address: string | null;
    readonly countryCode: string | null;
    readonly accountNumber: string | null;
    readonly bicSwiftCode: string | null;
    readonly routingCode: string | null;
  };
}

/** A statement of an account of the operator, of which a bank tells all bookings with the balances before and after them. */
export interface RailStatement {
  /** Of the bank. A corrected statement has the same one. At most 64 characters. */
  readonly statementId: string;
  /** Another one if the statement says something else, such as a digest of it. At most 64 characters. */
  readonly version: string;
  readonly accountNumber: string;
  /** Of the closing balance. */
  readonly day: CalendarDate;
  /** Booked; null if the bank does not tell it. Below zero if the account is overdrawn. */
  readonly opening: Money | null;
  readonly closing: Money;
  /** In all of its parts. */
  readonly lineCount: number;
}

/** A booking. */
export interface RailStatementLine {
  /** Below zero for a debit. */
  readonly amount: Money;
  readonly bookedOn: CalendarDate;
  readonly valueDate: CalendarDate;
  /** `reference` of the payment, the end-to-end reference. At most 64 characters. */
  readonly reference: string | null;
  /**
   * If the bank has booked several as one total: the references of these, or of more if it does not say which of them. The ledger
   * looks for the movements that add up to it. Missing for a booking of one.
   */
  readonly totalOf?: readonly string[];
  /** As in {@link RailCredit}. */
  readonly bankReference: string | null;
  /** Whom it is about and what was written, at most 140 characters. */
  readonly text: string | null;
}

/** Part of a statement. Each one says of which, so they may come in any order. */
export interface RailStatementPart {
  readonly statement: RailStatement;
  /** How many lines of the statement are before these. */
  readonly from: number;
  /** At most 500; none if the statement has none. */
  readonly lines: readonly RailStatementLine[];
}

export interface Handover {
  /** By id, why a payment of the batch was not handed over; it is tried again, in another batch. */
  readonly failures: Readonly<Record<string, string>>;
  /** What the bank says at once. */
  readonly reports: readonly RailReport[];
  /** By id, when the bank executes a payment that it got too late for its value date. The same for a batch that is repeated. */
  readonly executionDates?: Readonly<Record<string, CalendarDate>>;
}

/** A bank that could not be reached, or not be understood, when it was last tried. */
export interface Away {
  /** When it was first tried in vain. */
  readonly since: Date;
  readonly reason: string;
}

/**
 * The port to a bank or provider that executes payments. It leaves the house: it may be slow, fail, or not respond, so nothing
 * calls it inside of a transaction. Every adapter passes the contract kit (`kit/rail-kit.ts`); see docs/write-a-rail.md.
 */
export abstract class PaymentRail {
  abstract readonly isSimulated: boolean;
  /** Of the operator's account, for messages that name the sender. */
  abstract readonly bic: string;

  /**
   * Resolves when nothing that happens to this process can lose the payments. A payment that was handed over before is not
   * executed again.
   * @param signal the caller does not wait any longer: the batch will be repeated
   * @throws Error if the bank is not available, or it is unknown whether the batch has arrived
   */
  abstract submit(batch: RailBatch, signal: AbortSignal): Promise<Handover>;

  /**
   * Passes on what the bank has said since: each report, credit and part of a statement at least once, in any order, and what has become
   * of each file. A part that comes again is the same. The adapter keeps them until the function resolves; if one rejects they come again. Resolves when there is nothing more for now.
   */
  abstract collect(
    take: (reports: readonly RailReport[]) => Promise<void>,
    credited: (credits: readonly RailCredit[]) => Promise<void>,
    stated: (part: RailStatementPart) => Promise<void>,
    found: (file: RailFile) => Promise<void>,
  ): Promise<void>;

  /** Whether it takes submissions of the kind DEBIT, which pull money from linked accounts. Others never get one: they would pay it. */
  get debits(): boolean {
    return false;
  }

  /** Null unless the adapter reads files. */
  readonly files: RailFiles | null = null;

  /** As this process has found it; null if it was reached, or there is nothing to reach. */
  get away(): Away | null {
    return null;
  }
}
