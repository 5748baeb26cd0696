import {
  closedAt,
  type Currencies,
  lastAcceptedDate,
  lastSettlementDate,
  settlementDate,
  unavailableDates,
} from '@corridor/calendars';
import { dateUnavailable } from '@corridor/conversions-contract';
import type { PaymentDatesResource } from '@corridor/payments-contract';
import { type CalendarDate, dateOf, type Timestamp } from '@corridor/kernel';

/**
 * When a payment requested now can be sent (interface-spec 4.3). One with a past date is sent as soon as possible, and one with a
 * closed date at the end of the accepted dates on the first available date after all of them.
 */
export function paymentDates(
  currencies: Currencies,
  paymentDate: CalendarDate,
  now: Timestamp,
): PaymentDatesResource {
  const today = dateOf(now);
  const from = paymentDate > today ? paymentDate : today;
  const lastDate = lastAcceptedDate(today);
  if (from > lastDate) throw dateUnavailable('?PaymentDate');
  return {
    firstAvailableDate: settlementDate(currencies, from, now),
    lastAvailableDate: lastSettlementDate(currencies, today),
    unavailableDates: unavailableDates(closedAt(currencies, now), from, lastDate),
  };
}
