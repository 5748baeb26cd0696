import { date, named, nullable, type RecordOf } from '@corridor/contracts';
import { Type } from 'typebox';

/** interface-spec 4.3 */
export const paymentDates = named('PaymentDates', {
  firstAvailableDate: date,
  lastAvailableDate: date,
  unavailableDates: nullable(
    Type.Record(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.String(), {
      description: 'Why no payment is sent on a date: `Saturday`, `Good Friday (TARGET)`.',
    }),
  ),
});
export type PaymentDatesResource = RecordOf<typeof paymentDates>;
