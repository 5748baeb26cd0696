import type { PaymentType } from '@corridor/contracts';
import type { Margin } from '@corridor/conversions-contract';
import type { BeneficiarySummary, ChargeType } from '@corridor/payments-contract';
import type {
  CalendarDate,
  ConversionOrder,
  FieldIssue,
  Money,
  Price,
  ProblemCode,
  Quote,
} from '@corridor/kernel';

/** The indicative price, and what it was made from, for a fill at that price. */
export interface Indicative {
  readonly indicativePrice: Price;
  /** Of the market, for the value date; null within one currency. */
  readonly indicativeQuote: Quote | null;
  /** What was added to it; null for nothing. */
  readonly indicativeMargin: Margin | null;
  /** By how many basis points the actual price may be worse; null for no bound. */
  readonly maximumSlippage: number | null;
}

/** A price, and what it was made from. */
export interface Priced {
  readonly price: Price;
  readonly quote: Quote;
  readonly margin: Margin | null;
}

/** The terms agreed at creation. */
export interface Terms extends Indicative {
  readonly beneficiary: BeneficiarySummary;
  readonly order: ConversionOrder;
  readonly paymentDate: CalendarDate;
  readonly paymentType: PaymentType;
  readonly chargeType: ChargeType | null;
  readonly narrative: string;
  readonly metadata: string | null;
  /** The firm quote of the indicative price; null without one. */
  readonly quoteId: string | null;
  /** Whether it waits for a checker. */
  readonly needsChecker: boolean;
}

/** The terms without their price, which conversions gives. What would wait for a checker has no quote. */
export interface Quoting extends Omit<Terms, keyof Indicative | 'quoteId' | 'needsChecker'> {
  readonly quoteId: string;
  /** Missing in events of earlier builds, which ignore it. */
  readonly fee?: Money | null;
}

export interface QuoteRefusal {
  readonly reason: ProblemCode;
  /** Null for the meaning of the problem. */
  readonly detail: string | null;
  readonly issues: readonly FieldIssue[];
}

/** The conversion that is requested. */
export interface Booking {
  readonly conversionId: string;
  readonly order: ConversionOrder;
  /** Null: at the current market rate. */
  readonly quote: Quote | null;
  readonly margin: Margin | null;
  /** What the client gets at least, or pays at most; null for no limit. */
  readonly worst: Money | null;
  readonly valueDate: CalendarDate;
}

/** The conversion of an instruction that is filled. */
export interface Conversion {
  readonly id: string;
  /** Null if an earlier build filled the instruction. */
  readonly reference: string | null;
  readonly isExchanged: boolean;
  /** It was cancelled while the ledger was asked to exchange it. */
  readonly isCancelled: boolean;
}
