import { EventStore } from '@corridor/event-store';
import { Clock, nowOf } from '@corridor/kernel';
import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import {
  book,
  conversion,
  declineExchange,
  exchange,
  linkPayment,
  notePaymentFailure,
  requestExchange,
} from './conversion/conversion.js';
import { RateSource } from './rates/rate-source.js';

const On = reactionsOf('conversions');

/** What conversions does when others have spoken: one fact or request in, one command out. */
@Controller()
export class Reactions {
  constructor(
    private readonly store: EventStore,
    private readonly rates: RateSource,
    private readonly clock: Clock,
  ) {}

  @On('conversions.booking_requested')
  onBookingRequested({ data, caller }: Delivered<'conversions.booking_requested'>) {
    const booking = { ...data, market: this.rates.quotes(this.clock.now()), now: nowOf(this.clock) };
    return this.store.handle(conversion, data.conversionId, (state) => book(state, booking), { caller });
  }

  @On('conversions.exchange_requested')
  onExchangeRequested({ data, caller }: Delivered<'conversions.exchange_requested'>) {
    const now = caller.environment === 'PRODUCTION' ? nowOf(this.clock) : null;
    const order = { ...data, now };
    return this.store.handle(conversion, data.conversionId, (state) => requestExchange(state, order), {
      caller,
    });
  }

  @On('ledger.transfer_posted')
  onTransferPosted({ data, caller }: Delivered<'ledger.transfer_posted'>) {
    return this.store.handle(conversion, data.transferId, exchange, { caller });
  }

  @On('ledger.transfer_declined')
  onTransferDeclined({ data, caller }: Delivered<'ledger.transfer_declined'>) {
    return this.store.handle(conversion, data.transferId, (state) => declineExchange(state, data), {
      caller,
    });
  }

  @On('payment.sent')
  onPaymentSent({ data: { conversionId, summary }, caller }: Delivered<'payment.sent'>) {
    if (conversionId === null) return null; // paid in the currency it was held in
    return this.store.handle(conversion, conversionId, (state) => linkPayment(state, summary), { caller });
  }

  @On('payment.failed')
  onPaymentFailed({ data: { conversionId, summary }, caller }: Delivered<'payment.failed'>) {
    if (!conversionId) return null; // nothing was converted for it, or nobody said so yet (version 1)
    return this.store.handle(conversion, conversionId, (state) => notePaymentFailure(state, summary), {
      caller,
    });
  }
}
