import {
  type CancellationQuoteResource,
  type ConversionResource,
  withMargin,
} from '@corridor/conversions-contract';
import { fromResource, subtract, toResource, zero } from '@corridor/kernel';
import type { Event } from './conversion.js';

/** The response to a client that asks what a cancellation costs. @param isCharged false in the SANDBOX */
export function cancellationQuoteOf(
  { id, fundsRequired, sellAmount }: ConversionResource,
  events: readonly Event[],
  isCharged: boolean,
): CancellationQuoteResource {
  const shown = events.find((event) => event.type === 'close_out_quoted');
  if (!shown) throw new Error(`${id}: no cancellation quote`);
  const { margin, proceeds, loss, gain, expiresOn } = shown;
  const quote = withMargin(shown.quote, margin);
  const charge = toResource(isCharged ? loss : zero(loss.ccyCode));
  const refund = subtract(fromResource(sellAmount), fromResource(fundsRequired));
  const isSoldBase = quote.base === sellAmount.ccyCode;
  return {
    conversionId: id,
    ccyPair: quote.base + quote.quote,
    rate: Number(isSoldBase ? quote.ask : quote.bid),
    proceeds: toResource(proceeds),
    loss: toResource(loss),
    gain: toResource(gain),
    charge,
    transactions: [
      ...(refund.minor > 0n
        ? [{ triggeredByAction: 'DEPOSIT_REFUND', direction: 'CREDIT', amount: toResource(refund) } as const]
        : []),
      ...(charge.value > 0
        ? [{ triggeredByAction: 'CONVERSION', direction: 'DEBIT', amount: charge } as const]
        : []),
    ],
    expiresOn,
  };
}
