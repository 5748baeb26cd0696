import type { Message, Messages } from '@corridor/contracts';
import { decodeJson, priceOf } from '@corridor/kernel';
import type { TransferRequest } from '@corridor/ledger-contract';
import { delivered } from '@corridor/testing';
import { type PaymentsUnderTest, quotes } from './payments.fixture.js';

/** The responses of the other services to requests; by default they accept. */
export interface Outcomes {
  readonly quotes?: boolean;
  readonly books?: boolean;
  readonly exchanges?: boolean;
  /** That the wallet has the funds: for all transfers, or for those of a single one. */
  readonly funds?: boolean | ((transfer: Messages['ledger.transfer_requested']) => boolean);
  /** Whether the wallet can hold the returned amount. */
  readonly room?: boolean;
}

const reason = 'insufficient_funds';

/**
 * Stubs of the other services, for specs: they respond to requests, and deliver each message as often as configured.
 */
export class OtherServices {
  private position = '0';
  private readonly instructionOf = new Map<string, string>();
  /** Every transfer requested from the ledger, in order. */
  readonly transfers: Messages['ledger.transfer_requested'][] = [];

  constructor(
    private readonly payments: PaymentsUnderTest,
    private readonly times = 1,
  ) {}

  /** Lets them react until the call has its response. */
  async untilResponse<T>(call: Promise<T>, outcomes: Outcomes = {}): Promise<T> {
    let isDone = false;
    const done = call.finally(() => (isDone = true));
    while (!isDone) {
      await this.reactToAll(outcomes);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return done;
  }

  /** Lets them react to all messages since the last call. */
  async reactToAll(outcomes: Outcomes = {}): Promise<void> {
    for (const message of await this.newMessages())
      for (let n = 0; n < this.times; n++) await this.react(message, outcomes);
  }

  private async newMessages(): Promise<Message[]> {
    const rows = await this.payments.db.database.query<{ position: string; message: string }>(
      'SELECT position, message::text FROM events WHERE message IS NOT NULL AND position > $1 ORDER BY position',
      [this.position],
    );
    this.position = rows.at(-1)?.position ?? this.position;
    return rows.map(({ message }) => decodeJson<Message>(message));
  }

  private async react({ type, data }: Message, outcomes: Outcomes): Promise<void> {
    switch (type) {
      case 'conversions.quote_use_requested':
        return this.useQuote(data, outcomes);
      case 'conversions.booking_requested':
        return this.book(data, outcomes);
      case 'conversions.exchange_requested':
        return this.exchange(data, outcomes);
      case 'ledger.transfers_requested':
        this.transfers.push(...data.transfers);
        return this.transferAll(data, outcomes);
      case 'ledger.transfer_requested':
        this.transfers.push(data);
        return this.transfer(data, outcomes);
      case 'payment.sent':
        await this.payments.reactions.onPaymentSent(delivered(data));
        if (!data.isLinked) await this.link(data);
        return;
      case 'payment.failed':
        return this.note(data);
      default:
        return;
    }
  }

  private async useQuote(
    { quoteId, paymentInstructionId, order }: Messages['conversions.quote_use_requested'],
    { quotes: accepts = true }: Outcomes,
  ) {
    const use = { quoteId, paymentInstructionId };
    const quote = { base: 'EUR', quote: 'GBP', bid: '0.78', mid: '0.79', ask: '0.8' };
    const issues = [
      { pointer: '#/amount', code: 'differs_from_quote', detail: 'Must be 1.00, as in the quote.' },
    ];
    const { reactions } = this.payments;
    return accepts
      ? reactions.onQuoteUsed(delivered({ ...use, quote, margin: null, price: priceOf(order, quote)! }))
      : reactions.onQuoteRefused(delivered({ ...use, reason: 'quote_mismatch', detail: null, issues }));
  }

  private async book(requested: Messages['conversions.booking_requested'], { books = true }: Outcomes) {
    const { conversionId, paymentInstructionId, order, quote } = requested;
    this.instructionOf.set(conversionId, paymentInstructionId!);
    const outcome = { conversionId, paymentInstructionId };
    const { reactions } = this.payments;
    if (!books)
      return reactions.onBookingDeclined(
        delivered({ ...outcome, reason: 'amount_not_convertible', priced: null, detail: null }),
      );
    const price = priceOf(order, quote ?? { ...quotes[0]!, bid: '0.88', mid: '0.885', ask: '0.89' })!;
    const resource = { reference: `CON-${conversionId}` } as never;
    return reactions.onConversionBooked(delivered({ ...outcome, price, resource }));
  }

  private async exchange(
    { conversionId }: Messages['conversions.exchange_requested'],
    { exchanges = true }: Outcomes,
  ) {
    const outcome = { conversionId, paymentInstructionId: this.instructionOf.get(conversionId)! };
    const { reactions } = this.payments;
    return exchanges
      ? reactions.onConversionExchanged(delivered({ ...outcome, paymentId: null, resource: {} as never }))
      : reactions.onExchangeDeclined(delivered({ ...outcome, reason }));
  }

  private async transfer(
    requested: Messages['ledger.transfer_requested'],
    { funds = true, room = true }: Outcomes,
  ) {
    const { transferId, relatedEntity, action } = requested;
    const outcome = { transferId, relatedEntity };
    const { reactions } = this.payments;
    const isFunded = typeof funds === 'function' ? funds(requested) : funds;
    const declined = action === 'PAYMENT_FAILURE' ? !room && 'wallet_full' : !isFunded && reason;
    return declined
      ? reactions.onTransferDeclined(delivered({ ...outcome, reason: declined }))
      : reactions.onTransferPosted(delivered(outcome));
  }

  /** The ledger, and conversions as it reacts to the ledger. */
  private async transferAll(
    { transfers, payment }: Messages['ledger.transfers_requested'],
    { exchanges = true, funds = true }: Outcomes,
  ) {
    const { reactions } = this.payments;
    if (!exchanges || !funds) return reactions.onTransfersDeclined(delivered({ transfers, reason }));
    const [{ transferId: conversionId, relatedEntity }] = transfers as [TransferRequest];
    if (relatedEntity.type === 'PAYMENT')
      return reactions.onTransfersPosted(delivered({ transfers, payment }));
    const paymentInstructionId = this.instructionOf.get(conversionId)!;
    const outcome = { conversionId, paymentInstructionId };
    await reactions.onPaymentLinked(delivered({ ...outcome, paymentId: payment!.id }));
  }

  private async link({ conversionId, resource }: Messages['payment.sent']) {
    if (conversionId === null) return;
    const { id: paymentId, linkedPaymentInstructionId: paymentInstructionId } = resource;
    await this.payments.reactions.onPaymentLinked(
      delivered({ conversionId, paymentInstructionId, paymentId }),
    );
  }

  private async note({ conversionId, resource }: Messages['payment.failed']) {
    if (conversionId === null) return;
    const { id: paymentId, linkedPaymentInstructionId: paymentInstructionId } = resource;
    await this.payments.reactions.onPaymentFailureNoted(
      delivered({ conversionId, paymentInstructionId, paymentId }),
    );
  }
}
