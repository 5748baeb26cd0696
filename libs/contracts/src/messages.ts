import type {
  CalendarDate,
  Caller,
  Money,
  Order,
  Price,
  ProblemCode,
  Quote,
  Reference,
  Timestamp,
} from '@corridor/kernel';
import type {
  CollectionAccountResource,
  ConversionPayment,
  ConversionResource,
  InboundFundsResource,
  PaymentInstructionResource,
  PaymentResource,
  RelatedEntity,
  TransactionResource,
  TransferAction,
} from './resources/index.js';

/**
 * What the services say to each other. Two kinds (architecture, rule 3): a *fact* in the past tense, named after
 * its sender; a *request*, named after its receiver, which answers with a fact that carries the same id.
 * A change here is a new version of a type, never another meaning of an old one; the fixtures beside this file prove it.
 */
export interface Messages {
  // -- requests to the ledger, and its facts
  'ledger.transfer_requested': TransferRequest;
  'ledger.transfer_posted': TransferOutcome;
  'ledger.transfer_declined': TransferOutcome & { readonly reason: ProblemCode };
  /** The pending balance of a wallet contains these inbound funds from now on, or does not any more. */
  'ledger.pending_funds_changed': { readonly inboundFundsId: string; readonly isPending: boolean };
  'ledger.wallet_opened': { readonly walletId: string; readonly client: Reference; readonly ccyCode: string };

  // -- requests to conversions, and its facts
  'conversions.booking_requested': BookingRequest;
  'conversions.exchange_requested': ExchangeRequest;
  'conversions.booking_declined': ConversionOutcome & { readonly reason: ProblemCode };
  'conversions.exchange_declined': ConversionOutcome & { readonly reason: ProblemCode };
  'conversions.payment_linked': ConversionOutcome & { readonly paymentId: string };
  /** The conversion shows the failed payment as it is now. */
  'conversions.payment_failure_noted': ConversionOutcome & { readonly paymentId: string };
  'conversions.rates_published': { readonly quotes: readonly Quote[] };
  'conversion.booked': ConversionOutcome & { readonly price: Price; readonly resource: ConversionResource };
  'conversion.exchanged': ConversionOutcome & { readonly resource: ConversionResource };
  'conversion.cancelled': ConversionOutcome & { readonly resource: ConversionResource };

  // -- facts of payments
  'payment_instruction.pending': { readonly resource: PaymentInstructionResource };
  'payment_instruction.acknowledged': { readonly resource: PaymentInstructionResource };
  'payment_instruction.filled': { readonly resource: PaymentInstructionResource };
  'payment_instruction.sent': { readonly resource: PaymentInstructionResource };
  'payment_instruction.cancelled': { readonly resource: PaymentInstructionResource };
  'payment_instruction.rejected': { readonly resource: PaymentInstructionResource };
  'payment_instruction.failed': { readonly resource: PaymentInstructionResource };
  'payment.draft': { readonly resource: PaymentResource };
  'payment.ready_to_send': { readonly resource: PaymentResource };
  'payment.sent': {
    readonly resource: PaymentResource;
    readonly conversionId: string | null;
    readonly summary: ConversionPayment;
  };
  /** Version 1 had the resource alone: nobody kept conversions up to date by it. */
  'payment.failed': {
    readonly resource: PaymentResource;
    readonly conversionId: string | null;
    readonly summary: ConversionPayment;
  };
  'payment.cancelled': { readonly resource: PaymentResource };

  // -- facts of inbound funds
  'inbound_funds.pending': { readonly resource: InboundFundsResource };
  'inbound_funds.credited': { readonly resource: InboundFundsResource };
  'inbound_funds.rejected': { readonly resource: InboundFundsResource };
  'inbound_funds.collection_accounts_issued': {
    readonly walletId: string;
    readonly ccyCode: string;
    readonly collectionAccounts: readonly CollectionAccountResource[];
  };

  // -- a fact of the ledger for webhook subscribers
  'transaction.completed': { readonly resource: TransactionResource };
}

export type MessageType = keyof Messages;

/**
 * Moves money between a client's wallets and internal accounts, all or nothing. Per currency the amounts of the
 * entries add up to zero. A wallet that is credited and missing is opened; a wallet that would go below zero
 * declines the whole transfer.
 */
export interface TransferRequest {
  /** Chosen by the asker; the same id is never posted twice. The id of the record behind it, with a suffix where one record moves money twice. */
  readonly transferId: string;
  readonly action: TransferAction;
  readonly reason: string | null;
  readonly relatedEntity: RelatedEntity;
  readonly entries: readonly TransferEntry[];
  /** The transfer for which the credited money is kept: until that one is posted, no other can spend it. */
  readonly holdFor?: string;
}

export interface TransferEntry {
  readonly account: LedgerAccount;
  /** Positive is a credit to the account. */
  readonly amount: Money;
}

/** `wallet` is the client's wallet in the amount's currency; the others are internal accounts, one per currency. */
export type LedgerAccount = 'wallet' | 'fx_position' | 'settlement' | 'fees' | 'suspense';

export interface TransferOutcome {
  readonly transferId: string;
  readonly relatedEntity: RelatedEntity;
}

/** Books at the given quote (an indicative one that is honoured), or at the market of the moment when it is null. */
export interface BookingRequest {
  readonly conversionId: string;
  readonly order: Order;
  readonly quote: Quote | null;
  readonly valueDate: CalendarDate;
  readonly paymentInstructionId: string | null;
  readonly metadata: string | null;
}

/** Exchanges a booked conversion, and keeps the bought money for a transfer that is to follow. */
export interface ExchangeRequest {
  readonly conversionId: string;
  readonly holdFor?: string;
}

export interface ConversionOutcome {
  readonly conversionId: string;
  readonly paymentInstructionId: string | null;
}

/** The events that a webhook subscription can list (interface-spec 6). */
export const webhookEventTypes = [
  'ping',
  'payment.draft',
  'payment.ready_to_send',
  'payment.sent',
  'payment.failed',
  'payment.cancelled',
  'payment_instruction.pending',
  'payment_instruction.acknowledged',
  'payment_instruction.filled',
  'payment_instruction.sent',
  'payment_instruction.cancelled',
  'payment_instruction.rejected',
  'payment_instruction.failed',
  'conversion.booked',
  'conversion.exchanged',
  'conversion.cancelled',
  'inbound_funds.pending',
  'inbound_funds.credited',
  'inbound_funds.rejected',
  'transaction.completed',
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

/** A message as its sender's `publish` makes it. */
export type Message = {
  [Type in MessageType]: { readonly type: Type; readonly data: Messages[Type] };
}[MessageType];

export const message = <Type extends MessageType>(type: Type, data: Messages[Type]): Message =>
  ({ type, data }) as Message;

/** A message on its way: what `publish` made and what the event store knows about its origin. */
export interface Envelope<Type extends MessageType = MessageType> {
  /** Unique within its source: stream id and version. */
  readonly id: string;
  readonly type: Type;
  /** The service that sent it. */
  readonly source: string;
  readonly streamId: string;
  readonly version: number;
  readonly occurredOn: Timestamp;
  readonly caller: Caller;
  readonly data: Messages[Type];
}
