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
import { mayBe, schemas } from '@corridor/payments-contract';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';
import { beneficiaryFields } from './beneficiary-fields.js';
import { isRefused } from '../policy/payment-policy.js';
import { Policies } from '../policy/policies.js';

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
  constructor(private readonly policies: Policies) {}

  @Operation(
    'getBeneficiaryFields',
    'Returns the bank account fields that a country and a currency need',
    'Each item is sufficient on its own, in addition to `accountHolderName`, `bankCountryCode` and `ccyCode`. ' +
      'The list is empty if the payment type does not reach the country in this currency.',
  )
  @Extension()
  @Returns(Type.Array(schemas.beneficiaryFields))
  @Get()
  async fields(@Query() { countryCode, ccyCode, paymentType }: BeneficiaryFieldsQuery) {
    const policy = await this.policies.now();
    if (isRefused(countryCode, policy) || !mayBe(policy, ccyCode, 'paid')) return [];
    return beneficiaryFields(countryCode, ccyCode, paymentType ? [paymentType] : ['REGULAR', 'PRIORITY']);
  }
}
