import { schemas } from '@corridor/conversions-contract';
import { IsDate, IsOptionalField, Returns, TheCaller, withMeta, Operation, Requires } from '@corridor/http';
import { type CalendarDate, type Caller, Clock, dateOf, nowFor } from '@corridor/kernel';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';
import { requireAccepted } from '../conversion/pricing.js';
import { IsCcyPairs, pairsOf } from './ccy-pairs.js';
import { ratesOf } from './rate.js';
import { LiveRates } from './live-rates.js';

export class RatesQuery {
  @IsCcyPairs()
  ccyPairs: string;

  @ApiProperty({
    description:
      'The rates for this value date, or the next available one, in UTC, at most 12 months ahead (an extension). Default: spot.',
  })
  @IsOptionalField()
  @IsDate()
  valueDate: CalendarDate | null;
}

/** interface-spec 4.6 */
@ApiTags('Rates')
@Controller('v1/rates')
export class RateController {
  constructor(
    private readonly rates: LiveRates,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'getRates',
    'Returns live rates of currency pairs',
    'Rates are indicative and not guaranteed. Pairs without a live rate are listed in `meta.notQuoted`: unknown, halted, closed, or without forward points for the date.',
  )
  @Returns(Type.Array(schemas.rate), schemas.rateMeta)
  @Requires('rates:read')
  @Get()
  async list(@Query() { ccyPairs, valueDate }: RatesQuery, @TheCaller() caller: Caller) {
    const now = this.clock.now();
    const dates = { now: nowFor(caller, this.clock), valueDate };
    if (valueDate) requireAccepted(valueDate, dateOf(dates.now), '?valueDate');
    const market = await this.rates.offerFor(caller.client.id);
    const { data, notQuoted } = ratesOf(market, pairsOf(ccyPairs), dates);
    return withMeta(data, {
      quotedCount: data.length,
      notQuotedCount: notQuoted.length,
      notQuoted,
      timestamp: now.toISOString(),
    });
  }
}
