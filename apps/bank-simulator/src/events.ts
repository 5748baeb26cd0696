import type { Agent, Account, Party, Reason } from '@corridor/iso20022';
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
  /** The bank has read a file of the customer, also one that it had read before or cannot read. */
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
