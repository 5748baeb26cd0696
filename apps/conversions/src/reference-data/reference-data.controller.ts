import { schemas } from '@corridor/conversions-contract';
import { Returns, Operation } from '@corridor/http';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';
import { KnownPolicy } from '../rates/known-policy.js';
import { LiveRates } from '../rates/live-rates.js';
import { countries } from './countries.js';
import { currenciesAt } from './currencies.js';

/** interface-spec 4.6. Requires no permission. */
@ApiTags('Reference data')
@Controller('v1/reference-data')
export class ReferenceDataController {
  constructor(
    private readonly rates: LiveRates,
    private readonly policy: KnownPolicy,
  ) {}

  @Operation(
    'getCurrencies',
    'Lists the currencies of ISO 4217',
    'A currency can be bought and sold while the market quotes it, unless the provider refuses that; nor can money be received in a currency that it refuses: `canBeCollected`.',
  )
  @Returns(Type.Array(schemas.currency))
  @Get('currencies')
  async currencies() {
    return currenciesAt(await this.rates.lastKnown(), await this.policy.now());
  }

  @Operation('getCountries', 'Lists the countries of ISO 3166', 'All of them, with their two-letter codes.')
  @Returns(Type.Array(schemas.country))
  @Get('countries')
  countries() {
    return countries;
  }
}
