import type { CalendarDate, Money } from '@corridor/kernel';
import type { Account, Agent, Party } from '../transfer.js';

/** What files of a bank say, one record after the other, whatever their format. */
export type BankRecord = StatusRecord | ReturnRecord | EntryRecord | BalanceRecord;

/** pain.002 or pacs.002: what became of a transfer, or of a block or message of ours as a whole. */
export interface StatusRecord {
  readonly kind: 'status';
  /** Of the bank's message. */
  readonly messageId: string;
  readonly originalMessageId: string | null;
  /** Null if it is about the whole message. */
  readonly originalBlockId: string | null;
  /** The end-to-end id, or if the bank has left it out the instruction id; null if it is about all transfers. */
  readonly reference: string | null;
  readonly instructionId: string | null;
  readonly uetr: string | null;
  /** External code, such as ACSP or RJCT. */
  readonly status: string;
  readonly reason: Reason | null;
  readonly bankReference: string | null;
}

/** pacs.004: money on its way back. */
export interface ReturnRecord {
  readonly kind: 'return';
  readonly messageId: string;
  readonly returnId: string | null;
  readonly reference: string | null;
  readonly instructionId: string | null;
  readonly uetr: string | null;
  readonly amount: Money;
  readonly reason: Reason | null;
}

/** A booking, or one of the transactions in it. */
export interface EntryRecord {
  readonly kind: 'entry';
  /** Of the statement, report or notification. */
  readonly statementId: string;
  readonly account: string;
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly amount: Money;
  readonly status: 'BOOKED' | 'PENDING' | 'INFORMATION';
  /** The bank takes an earlier booking back. */
  readonly isReversal: boolean;
  readonly bookedOn: CalendarDate;
  readonly valueDate: CalendarDate;
  /** Of the bank, the same whenever it reports this transaction; null if it has none. */
  readonly bankReference: string | null;
  /** The end-to-end id, or if the bank has left it out the instruction id. */
  readonly reference: string | null;
  readonly instructionId: string | null;
  readonly uetr: string | null;
  /** The other side: who has paid a credit, or was paid. */
  readonly party: Party & { readonly account: Account; readonly agent: Agent };
  /** On whose behalf the other side has paid, or was paid, if the bank names it. */
  readonly ultimateParty: string | null;
  /** Of a credit: the account behind that of the statement that was paid to, if the bank names another one. */
  readonly virtualAccount: string | null;
  readonly remittance: string | null;
  /** Of a transfer that came back. */
  readonly returnReason: Reason | null;
  readonly isReturn: boolean;
  /** How many transactions it stands for: more than one if the bank tells only their total. */
  readonly transactions: number;
  /** Our message and block that are booked as this total, if the bank names them. */
  readonly batch: Batch | null;
}

export interface Batch {
  readonly messageId: string | null;
  readonly blockId: string | null;
}

export interface BalanceRecord {
  readonly kind: 'balance';
  readonly statementId: string;
  readonly account: string;
  /** External code: OPBD and CLBD are the booked balances at the beginning and the end. */
  readonly type: string;
  /** Negative if the account is overdrawn. */
  readonly amount: Money;
  readonly date: CalendarDate;
}

/** Why, as the bank has it: a code such as AC04, what it has written, or both. */
export interface Reason {
  readonly code: string | null;
  readonly text: string | null;
}
