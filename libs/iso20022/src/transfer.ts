import type { CalendarDate, Money } from '@corridor/kernel';

/** A postal address. `town` and `country` make it structured, or hybrid if it has `lines` too. */
export interface Address {
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly town: string | null;
  readonly region: string | null;
  /** Two letters. */
  readonly country: string | null;
  readonly lines: readonly string[];
}

export interface Party {
  readonly name: string;
  readonly address: Address | null;
}

/** An IBAN, or another number. */
export interface Account {
  readonly iban: string | null;
  readonly number: string | null;
}

export interface Agent {
  readonly bic: string | null;
  /** A bank in a national clearing system, such as `GBDSC` 601613. */
  readonly clearing: { readonly system: string; readonly member: string } | null;
  readonly name: string | null;
  readonly country: string | null;
}

export interface CreditTransfer {
  /** The bank gets it as instruction and end-to-end id. */
  readonly reference: string;
  readonly uetr: string;
  /** More than zero. */
  readonly amount: Money;
  /** On whose behalf the debtor pays. */
  readonly ultimateDebtor: string | null;
  readonly creditor: Party;
  readonly creditorAccount: Account;
  readonly creditorAgent: Agent;
  /** A code of four capital letters, or a text. */
  readonly purpose: string | null;
  readonly remittance: string | null;
}

/** SEPA, urgent, or neither. */
export type ServiceLevel = 'SEPA' | 'URGP' | 'NURG';
/** As the scheme has it (SEPA), shared, or all for the debtor. */
export type ChargeBearer = 'SLEV' | 'SHAR' | 'DEBT';

/** What the transfers of a block have in common. */
export interface BlockTerms {
  readonly id: string;
  readonly debtor: Party;
  readonly account: Account;
  readonly ccyCode: string;
  readonly agent: Agent;
  readonly executionDate: CalendarDate;
  readonly serviceLevel: ServiceLevel;
  readonly charges: ChargeBearer;
}

export interface PaymentBlock extends BlockTerms {
  readonly transfers: readonly CreditTransfer[];
}

export interface PaymentFile {
  /** At most 35 characters. */
  readonly messageId: string;
  /** `2026-11-23T09:30:00Z`. */
  readonly createdOn: string;
  readonly initiator: string;
  readonly blocks: readonly PaymentBlock[];
}

/** What banks differ in. */
export interface WritingDialect {
  /** `swift`: only the SWIFT character set x, other letters are replaced by similar ones. */
  readonly characters: 'unicode' | 'swift';
  /** Whether a block is one booking on the statement; null leaves it to the agreement with the bank. */
  readonly batchBooking: boolean | null;
}
