import type { NewPrice, PaymentInstructionResource } from '@corridor/payments-contract';
import type { Reference, Timestamp } from '@corridor/kernel';
import type { Event } from './event.js';
import { priceResource } from './price-resource.js';

type Row = Pick<PaymentInstructionResource, 'newPrice'>;

/** Missing in records of earlier builds. */
const before = ({ newPrice }: { readonly newPrice?: NewPrice | null }): NewPrice | null => newPrice ?? null;

export const isAwaited = (row: Row): boolean => before(row)?.status === 'AWAITING_CONSENT';

/** Whether it began to wait for a consent at that moment. */
export const waitsSince = (moment: Timestamp, row: Row): boolean =>
  isAwaited(row) && before(row)?.on === moment;

/** What the record shows after `fill` was declined. */
export function newPriceAfter(
  row: Row,
  { priced }: Event & { type: 'fill_declined' },
  on: Timestamp,
): NewPrice | null {
  const earlier = before(row);
  if (!priced) return isAwaited(row) ? null : earlier;
  const since = isAwaited(row) && earlier ? earlier.on : on;
  return { status: 'AWAITING_CONSENT', price: priceResource(priced.price), by: null, on: since };
}

type Agreed = Event & { readonly type: 'price_accepted' | 'price_approved' };

export const isAgreed = (event: Event): event is Agreed =>
  event.type === 'price_accepted' || event.type === 'price_approved';

/** After another event. One that ends the waiting in another way leaves nothing to show. @param user of the client */
export function newPriceWith(
  row: Row,
  event: Event,
  { user, on, changesStatus }: { user: Reference | null; on: Timestamp; changesStatus: boolean },
): NewPrice | null {
  if (!isAgreed(event)) return changesStatus && isAwaited(row) ? null : before(row);
  const status = event.type === 'price_accepted' ? 'ACCEPTED' : 'APPROVED';
  return { status, price: priceResource(event.priced.price), by: user, on };
}
