import { IsCurrencyCode, IsDate } from '@corridor/http';
import { type CalendarDate, Clock, refuse, todayOf } from '@corridor/kernel';
import { Controller, Get, Query } from '@nestjs/common';
import { departureDate, lastAvailableDate, unavailableDates } from './payment-dates.js';

class PaymentDatesQuery {
  @IsCurrencyCode()
  SellCcyCode: string;

  @IsCurrencyCode()
  BuyCcyCode: string;

  @IsDate()
  PaymentDate: CalendarDate;
}

/** interface-spec 4.3. Reference data: no permission of its own. */
@Controller('v1/reference-data/payment-instructions/payment-dates')
export class PaymentDatesController {
  constructor(private readonly clock: Clock) {}

  @Get()
  dates(@Query() { PaymentDate }: PaymentDatesQuery) {
    const today = todayOf(this.clock);
    const firstAvailableDate = departureDate(PaymentDate, today);
    const lastAvailable = lastAvailableDate(today);
    if (firstAvailableDate > lastAvailable) throw refuse('payment_date_unavailable');
    const from = PaymentDate > today ? PaymentDate : today;
    return {
      firstAvailableDate,
      lastAvailableDate: lastAvailable,
      unavailableDates: unavailableDates(from, lastAvailable),
    };
  }
}
