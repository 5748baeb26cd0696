import { schemas } from '@corridor/payments-contract';
import { Returns, IsCurrencyCode, IsDate, Operation, Refuses, TheCaller } from '@corridor/http';
import { type CalendarDate, type Caller, Clock, nowFor } from '@corridor/kernel';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { paymentDates } from './payment-dates.js';
import { requireKnown } from './payment-instruction/creation.js';
import { Rates } from './rates.js';

class PaymentDatesQuery {
  @IsCurrencyCode()
  SellCcyCode: string;

  @IsCurrencyCode()
  BuyCcyCode: string;

  @IsDate()
  PaymentDate: CalendarDate;
}

/** interface-spec 4.3. Reference data: requires no permission. */
@ApiTags('Reference data')
@Controller('v1/reference-data/payment-instructions/payment-dates')
export class PaymentDatesController {
  constructor(
    private readonly clock: Clock,
    private readonly rates: Rates,
  ) {}

  @Operation(
    'getPaymentDates',
    'Returns the dates on which a payment can be sent',
    'The first available date from `PaymentDate` on, the last one within 12 months of today, and the reason for each unavailable date in these 12 months.',
  )
  @Returns(schemas.paymentDates)
  @Refuses('payment_date_unavailable', 'currency_not_sellable', 'currency_not_buyable')
  @Get()
  async dates(
    @Query() { SellCcyCode: sellCcyCode, BuyCcyCode: buyCcyCode, PaymentDate }: PaymentDatesQuery,
    @TheCaller() caller: Caller,
  ) {
    const currencies = { sellCcyCode, buyCcyCode };
    requireKnown(currencies, await this.rates.now());
    return paymentDates(currencies, PaymentDate, nowFor(caller, this.clock));
  }
}
