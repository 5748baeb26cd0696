import { schemas } from '@corridor/conversions-contract';
import { Returns, Operation } from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';
import { RateSource } from '../rates/rate-source.js';
import { countries } from './countries.js';
import { currenciesAt } from './currencies.js';

/** interface-spec 4.6. Requires no permission. */
@ApiTags('Reference data')
@Controller('v1/reference-data')
export class ReferenceDataController {
  constructor(
    private readonly rates: RateSource,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'getCurrencies',
    'Lists the currencies of ISO 4217',
    'A currency can be bought and sold while the market quotes it.',
  )
  @Returns(Type.Array(schemas.currency))
  @Get('currencies')
  currencies() {
    return currenciesAt(this.rates.quotes(this.clock.now()));
  }

  @Operation('getCountries', 'Lists the countries of ISO 3166', 'All of them, with their two-letter codes.')
  @Returns(Type.Array(schemas.country))
  @Get('countries')
  countries() {
    return countries;
  }
}
