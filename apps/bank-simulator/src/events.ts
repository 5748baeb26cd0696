import type { Agent, Account, Party, Reason } from '@corridor/iso20022';
import type { AchOrigination, AchOriginator } from '@corridor/iso20022/nacha';
import type { CalendarDate, Money } from '@corridor/kernel';
import type { BankAccount, VirtualAccount } from './accounts.js';
import type { Rule } from './rules.js';

/** A payment as the customer has ordered it. */
export interface Order {
  /** In the order in which the bank has taken payments, from 1. */
  readonly id: number;
  readonly messageId: string;
  /** Whether it came in pacs.008: then the statuses go in pacs.002. */
  readonly isBetweenBanks: boolean;
  readonly blockId: string;
  /** The end-to-end id. */
  readonly reference: string;
  readonly uetr: string;
  /** The account of the customer. */
  readonly account: string;
  readonly amount: Money;
  readonly executionDate: CalendarDate;
  readonly creditor: Counterparty;
  readonly remittance: string | null;
}

/** The other side of a booking. */
export type Counterparty = Party & { readonly account: Account; readonly agent: Agent };

/** A file of debits by ACH, of accounts at other banks. Its name is its id. */
export interface DebitFile {
  readonly name: string;
  /** The account of the customer, which is credited. */
  readonly account: string;
  readonly originator: AchOriginator;
  /** Milliseconds. */
  readonly creditAt: number;
}

export interface Debit extends Omit<AchOrigination, 'originator' | 'effectiveOn' | 'where'> {
  /** In the order in which the bank has taken debits, from 1. */
  readonly id: number;
  readonly file: string;
}

/** What the other bank says about a debit. */
export interface DebitAnswer {
  readonly debit: number;
  /** Such as R01, or C01. */
  readonly code: string;
  /** What is to be named differently; null if the debit is returned. */
  readonly corrected: string | null;
  /** When it comes. Milliseconds. */
  readonly at: number;
}

/** A booking on an account of the customer. */
export interface Entry {
  readonly account: string;
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly amount: Money;
  readonly bookedOn: CalendarDate;
  readonly bankReference: string;
  /** Of a payment, the end-to-end id. */
  readonly reference: string | null;
  readonly uetr: string | null;
  readonly party: Counterparty;
  readonly virtualAccount: string | null;
  readonly remittance: string | null;
  /** Of what has come back. */
  readonly returnReason: Reason | null;
}

export interface PaymentStatus {
  /** Of the order. */
  readonly order: number;
  readonly status: 'ACSP' | 'ACSC' | 'RJCT';
  readonly reason: Reason | null;
  readonly bankReference: string | null;
}

/** What a message says; the entries by their bank references. */
export type Content =
  | {
      readonly kind: 'pain.002' | 'pacs.002';
      readonly original: string;
      readonly statuses: readonly PaymentStatus[];
    }
  | { readonly kind: 'camt.054'; readonly account: string; readonly entries: readonly string[] }
  | {
      readonly kind: 'pacs.004';
      readonly order: number;
      readonly entry: string;
    }
  /** @param first of the answers, counted over all files of the bank from 1 */
  | {
      readonly kind: 'ach';
      readonly file: string;
      readonly answers: readonly DebitAnswer[];
      readonly first: number;
    }
  | {
      readonly kind: 'camt.053';
      readonly account: string;
      readonly number: number;
      readonly day: CalendarDate;
      readonly opening: Money;
      readonly closing: Money;
      readonly entries: readonly string[];
    };
export type MessageKind = Content['kind'];

export interface Message {
  readonly id: string;
  readonly content: Content;
  /** When it leaves, not before: milliseconds. */
  readonly dueAt: number;
  /** Only its first half arrives. */
  readonly isGarbled: boolean;
}

/** What has happened in the bank. Only what is in the journal has happened. */
export type Happened =
  /** The first event. @param code begins all references of this bank */
  | { readonly type: 'founded'; readonly code: string }
  | { readonly type: 'opened'; readonly account: BankAccount }
  | { readonly type: 'allocated'; readonly accounts: readonly VirtualAccount[] }
  /** The bank has read a file of the customer, also one that it had read before or cannot read. Only payments have a message id. */
  | {
      readonly type: 'taken';
      readonly file: string;
      readonly digest: string;
      readonly messageId: string | null;
    }
  | {
      readonly type: 'ordered';
      readonly order: Order;
      readonly executeAt: number;
      readonly rules: readonly string[];
    }
  | {
      readonly type: 'rejected';
      readonly order: number;
      readonly reason: Reason;
      readonly rules: readonly string[];
    }
  | {
      readonly type: 'executed';
      readonly order: number;
      readonly entry: Entry;
      readonly returnAt: number | null;
      readonly rules: readonly string[];
    }
  | { readonly type: 'returned'; readonly order: number; readonly entry: Entry }
  | { readonly type: 'credited'; readonly entry: Entry }
  | { readonly type: 'debits taken'; readonly file: DebitFile; readonly debits: readonly Debit[] }
  /** The sum of a file was booked. @param answers what will be said about its debits */
  | {
      readonly type: 'debits credited';
      readonly file: string;
      readonly entry: Entry;
      readonly answers: readonly DebitAnswer[];
      readonly rules: readonly string[];
    }
  /** @param entry the sum of what was returned; null if nothing was */
  | {
      readonly type: 'debits answered';
      readonly answers: readonly DebitAnswer[];
      readonly entry: Entry | null;
    }
  | { readonly type: 'closed'; readonly day: CalendarDate }
  | { readonly type: 'message'; readonly message: Message; readonly rules: readonly string[] }
  | { readonly type: 'prepared'; readonly message: string }
  | { readonly type: 'delivered'; readonly message: string }
  | { readonly type: 'ruled'; readonly rule: Rule }
  | { readonly type: 'rule removed'; readonly rule: string }
  /** A command was executed or refused. */
  | { readonly type: 'answered'; readonly command: string; readonly answer: Answer };

export interface Answer {
  readonly isRefused: boolean;
  readonly text: string;
}

/** One decision of the bank: all of it happened at this time, or nothing. */
export interface Decision {
  /** Milliseconds. */
  readonly at: number;
  readonly events: readonly Happened[];
}
