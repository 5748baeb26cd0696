import { answer, Requires } from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { Controller, Get, Query } from '@nestjs/common';
import { IsCcyPairs, pairsOf } from './ccy-pairs.js';
import { ratesOf } from './rate.js';
import { RateSource } from './rate-source.js';

export class RatesQuery {
  @IsCcyPairs()
  ccyPairs: string;
}

/** interface-spec 4.6 */
@Controller('v1/rates')
export class RateController {
  constructor(
    private readonly rates: RateSource,
    private readonly clock: Clock,
  ) {}

  @Requires('rates:read')
  @Get()
  list(@Query() { ccyPairs }: RatesQuery) {
    const now = this.clock.now();
    const { data, notQuoted } = ratesOf(this.rates.quotes(now), pairsOf(ccyPairs));
    return answer(data, {
      quotedCount: data.length,
      notQuotedCount: notQuoted.length,
      notQuoted,
      timestamp: now.toISOString(),
    });
  }
}
