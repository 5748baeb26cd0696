import type { Messages } from '@corridor/contracts';
import { depositRefundOf } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import { Clock, Refusal, nowFor } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { book } from './conversion/booking.js';
import { conversion, linkPayment, notePaymentFailure, requestExchange } from './conversion/conversion.js';
import { transfersDeclined, transfersPosted } from './conversion/ending.js';
import { transferDeclined, transferPosted } from './conversion/deposit.js';
import { Credit } from './dealing/credit.js';
import { within } from './dealing/within.js';
import { quoteRefusal, refuseUse } from './quote/quote-refusal.js';
import { firmQuote, use } from './quote/quote.js';
import { KnownPolicy } from './rates/known-policy.js';
import { LiveRates } from './rates/live-rates.js';

const On = reactionsOf('conversions');

const ofConversion = ({ relatedEntity }: Pick<Messages['ledger.transfer_posted'], 'relatedEntity'>) =>
  relatedEntity.type === 'CONVERSION' ? relatedEntity.id : null;

/** The conversion among several transfers. */
const ofConversions = ({ transfers }: Messages['ledger.transfers_posted']) =>
  transfers.map(ofConversion).find((id) => id !== null) ?? null;

/** The conversion whose deposit was to come back; otherwise the transfers were not requested by conversions. */
const ofDepositRefund = ({ transfers }: Messages['ledger.transfers_declined']) =>
  transfers.find(({ transferId, relatedEntity: { id } }) => transferId === depositRefundOf(id))?.relatedEntity
    .id ?? null;

/** Null for a payment without a conversion, missing in version 1. */
const ofConvertedMoney = ({ conversionId }: { readonly conversionId?: string | null }) =>
  conversionId ?? null;

/** The reactions of conversions to messages: one fact or request in, one command out. */
@Controller()
export class Reactions {
  constructor(
    private readonly store: EventStore,
    private readonly rates: LiveRates,
    private readonly credit: Credit,
    private readonly policy: KnownPolicy,
    private readonly clock: Clock,
  ) {}

  @On('conversions.booking_requested')
  async onBookingRequested({ data, caller }: Delivered<'conversions.booking_requested'>) {
    const { quote, margin, ...wanted } = data;
    const booking = {
      ...wanted,
      given: quote && { quote, margin },
      market: await this.rates.offerFor(caller.client.id),
      now: nowFor(caller, this.clock),
    };
    const policy = await this.policy.now();
    return this.credit.during(caller, (ofCredit) => {
      const check = within(policy, data.order, ofCredit);
      return this.store.handle(conversion, data.conversionId, (state) => book(state, { ...booking, check }), {
        caller,
      });
    });
  }

  @On('payments.policy_set')
  onPolicySet({ data }: Delivered<'payments.policy_set'>) {
    return this.policy.keep(data);
  }

  @On('conversions.quote_use_requested')
  async onQuoteUseRequested({ data, caller }: Delivered<'conversions.quote_use_requested'>) {
    const { quoteId, paymentInstructionId: id, order, paymentDate: date } = data;
    const by = { type: 'PAYMENT_INSTRUCTION', id } as const;
    const wanted = { by, clientId: caller.client.id, order, date, now: nowFor(caller, this.clock) };
    await this.store
      .handle(firmQuote, quoteId, (state) => use(state, wanted), { caller })
      .catch((refusal: unknown) => {
        if (!(refusal instanceof Refusal)) throw refusal;
        const refused = refuseUse(quoteId, refusal);
        return this.store.handle(quoteRefusal, id, () => refused, { caller });
      });
  }

  @On('conversions.exchange_requested')
  onExchangeRequested({ data, caller }: Delivered<'conversions.exchange_requested'>) {
    const now = caller.environment === 'PRODUCTION' ? nowFor(caller, this.clock) : null;
    const order = { ...data, now };
    return this.store.handle(conversion, data.conversionId, (state) => requestExchange(state, order), {
      caller,
    });
  }

  @On('ledger.transfer_posted', { concerns: ofConversion })
  onTransferPosted({ data, recordId, caller }: Concerning<'ledger.transfer_posted'>) {
    return this.store.handle(conversion, recordId, (state) => transferPosted(state, data), { caller });
  }

  @On('ledger.transfer_declined', { concerns: ofConversion })
  onTransferDeclined({ data, recordId, caller }: Concerning<'ledger.transfer_declined'>) {
    return this.store.handle(conversion, recordId, (state) => transferDeclined(state, data), { caller });
  }

  @On('ledger.transfers_posted', { concerns: ofConversions })
  onTransfersPosted({ data, recordId, caller }: Concerning<'ledger.transfers_posted'>) {
    return this.store.handle(conversion, recordId, (state) => transfersPosted(state, data), { caller });
  }

  @On('ledger.transfers_declined', { concerns: ofDepositRefund })
  onTransfersDeclined({ data, recordId, caller }: Concerning<'ledger.transfers_declined'>) {
    return this.store.handle(conversion, recordId, (state) => transfersDeclined(state, data), { caller });
  }

  @On('payment.sent', { concerns: (sent) => (sent.isLinked ? null : ofConvertedMoney(sent)) })
  onPaymentSent({ data: { summary }, recordId, caller }: Concerning<'payment.sent'>) {
    return this.store.handle(conversion, recordId, (state) => linkPayment(state, summary), { caller });
  }

  @On('payment.failed', { concerns: ofConvertedMoney })
  onPaymentFailed({ data: { summary }, recordId, caller }: Concerning<'payment.failed'>) {
    return this.store.handle(conversion, recordId, (state) => notePaymentFailure(state, summary), { caller });
  }
}
