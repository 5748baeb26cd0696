import { schemas } from '@corridor/conversions-contract';
import { Returns, TheCaller, withMeta, Operation, Requires } from '@corridor/http';
import { type Caller, Clock } from '@corridor/kernel';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';
import { IsCcyPairs, pairsOf } from './ccy-pairs.js';
import { ratesOf } from './rate.js';
import { LiveRates } from './live-rates.js';

export class RatesQuery {
  @IsCcyPairs()
  ccyPairs: string;
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
    'Rates are indicative and not guaranteed. Pairs without a live rate are listed in `meta.notQuoted`: unknown, halted, or closed.',
  )
  @Returns(Type.Array(schemas.rate), schemas.rateMeta)
  @Requires('rates:read')
  @Get()
  async list(@Query() { ccyPairs }: RatesQuery, @TheCaller() { client }: Caller) {
    const now = this.clock.now();
    const { data, notQuoted } = ratesOf(await this.rates.offerFor(client.id), pairsOf(ccyPairs), null);
    return withMeta(data, {
      quotedCount: data.length,
      notQuotedCount: notQuoted.length,
      notQuoted,
      timestamp: now.toISOString(),
    });
  }
}
