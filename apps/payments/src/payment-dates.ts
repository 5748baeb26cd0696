import {
  closedAt,
  type Currencies,
  lastSettlementDate,
  settlementDate,
  unavailableDates,
} from '@corridor/calendars';
import type { PaymentDatesResource } from '@corridor/payments-contract';
import { type CalendarDate, dateOf, refuse, type Timestamp } from '@corridor/kernel';

/** When a payment requested now can be sent (interface-spec 4.3). One with a past date is sent as soon as possible. */
export function paymentDates(
  currencies: Currencies,
  paymentDate: CalendarDate,
  now: Timestamp,
): PaymentDatesResource {
  const today = dateOf(now);
  const from = paymentDate > today ? paymentDate : today;
  const lastAvailableDate = lastSettlementDate(currencies, today);
  if (from > lastAvailableDate) throw refuse('payment_date_unavailable');
  return {
    firstAvailableDate: settlementDate(currencies, from, now),
    lastAvailableDate,
    unavailableDates: unavailableDates(closedAt(currencies, now), from, lastAvailableDate),
  };
}
