import { EventStore } from '@corridor/event-store';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { paymentCover, release, requestCover } from './cover.js';
import { Credit } from './credit.js';

const On = reactionsOf('conversions');

const ofPayment = ({ paymentId }: { readonly paymentId: string }) => paymentId;

/** PRODUCTION: money that leaves is decided about in the order of the bookings (ADR 77). */
@Controller()
export class CoverReactions {
  constructor(
    private readonly store: EventStore,
    private readonly credit: Credit,
  ) {}

  @On('conversions.cover_requested', { concerns: ofPayment })
  onCoverRequested({ data, caller }: Concerning<'conversions.cover_requested'>) {
    const { coverId, ...request } = data;
    return this.credit.covering(caller, (cover) =>
      this.store.handle(paymentCover, coverId, (state) => requestCover(state, request, cover), { caller }),
    );
  }

  @On('conversions.cover_released', { concerns: ofPayment })
  onCoverReleased({ data, caller }: Concerning<'conversions.cover_released'>) {
    return this.store.handle(paymentCover, data.coverId, (state) => release(state, data), { caller });
  }
}
