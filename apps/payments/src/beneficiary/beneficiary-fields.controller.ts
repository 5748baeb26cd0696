import type { PaymentType } from '@corridor/contracts';
import {
  Extension,
  IsCountryCode,
  IsCurrencyCode,
  IsOneOf,
  IsOptionalField,
  Operation,
  Returns,
} from '@corridor/http';
import { schemas } from '@corridor/payments-contract';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';
import { beneficiaryFields } from './beneficiary-fields.js';
import { type CountryPolicy, isRefused } from './country-policy.js';
import { countryPolicy } from './country-settings.js';

class BeneficiaryFieldsQuery {
  @IsCountryCode()
  countryCode: string;

  @IsCurrencyCode()
  ccyCode: string;

  @IsOptionalField()
  @IsOneOf(['REGULAR', 'PRIORITY'])
  paymentType: PaymentType | null;
}

/** Reference data: requires no permission. */
@ApiTags('Reference data')
@Controller('v1/reference-data/beneficiary-fields')
export class BeneficiaryFieldsController {
  constructor(@Inject(countryPolicy.KEY) private readonly policy: CountryPolicy) {}

  @Operation(
    'getBeneficiaryFields',
    'Returns the bank account fields that a country and a currency need',
    'Each item is sufficient on its own, in addition to `accountHolderName`, `bankCountryCode` and `ccyCode`. ' +
      'The list is empty if the payment type does not reach the country in this currency.',
  )
  @Extension()
  @Returns(Type.Array(schemas.beneficiaryFields))
  @Get()
  fields(@Query() { countryCode, ccyCode, paymentType }: BeneficiaryFieldsQuery) {
    if (isRefused(countryCode, this.policy)) return [];
    return beneficiaryFields(countryCode, ccyCode, paymentType ? [paymentType] : ['REGULAR', 'PRIORITY']);
  }
}
