import { IsCurrencyCode, IsDate } from '@corridor/http';
import { type CalendarDate, Clock, nowOf } from '@corridor/kernel';
import { Controller, Get, Query } from '@nestjs/common';
import { paymentDates } from './payment-dates.js';

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
  dates(@Query() { SellCcyCode: sellCcyCode, BuyCcyCode: buyCcyCode, PaymentDate }: PaymentDatesQuery) {
    return paymentDates({ sellCcyCode, buyCcyCode }, PaymentDate, nowOf(this.clock));
  }
}
