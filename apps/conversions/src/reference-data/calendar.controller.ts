import { schemas } from '@corridor/conversions-contract';
import { Returns, Extension, IsCurrencyCode, Operation, TheCaller } from '@corridor/http';
import { type Caller, Clock, nowFor } from '@corridor/kernel';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { settlementCalendarAt } from './settlement-calendar.js';

class CalendarQuery {
  @IsCurrencyCode()
  ccyCode: string;
}

/** The settlement days of a currency, which determine payment dates, value dates and spot dates. */
@ApiTags('Reference data')
@Controller('v1/reference-data/calendars')
export class CalendarController {
  constructor(private readonly clock: Clock) {}

  @Operation(
    'getCalendar',
    'Returns the closed days of the settlement system of a currency',
    'Its cut-off today, its weekend, and its holidays of this year and the next, with names.',
  )
  @Returns(schemas.calendar)
  @Extension()
  @Get()
  calendar(@Query() { ccyCode }: CalendarQuery, @TheCaller() caller: Caller) {
    return settlementCalendarAt(ccyCode, nowFor(caller, this.clock));
  }
}
