import { schemas } from '@corridor/conversions-contract';
import { Returns, Operation } from '@corridor/http';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';
import { LiveRates } from '../rates/live-rates.js';
import { countries } from './countries.js';
import { currenciesAt } from './currencies.js';

/** interface-spec 4.6. Requires no permission. */
@ApiTags('Reference data')
@Controller('v1/reference-data')
export class ReferenceDataController {
  constructor(private readonly rates: LiveRates) {}

  @Operation(
    'getCurrencies',
    'Lists the currencies of ISO 4217',
    'A currency can be bought and sold while the market quotes it.',
  )
  @Returns(Type.Array(schemas.currency))
  @Get('currencies')
  async currencies() {
    return currenciesAt(await this.rates.lastKnown());
  }

  @Operation('getCountries', 'Lists the countries of ISO 3166', 'All of them, with their two-letter codes.')
  @Returns(Type.Array(schemas.country))
  @Get('countries')
  countries() {
    return countries;
  }
}
